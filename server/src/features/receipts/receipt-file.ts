// Draws a receipt as a PDF file with its name, for a download or for a mail.
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { NumberedReceipt } from "./receipt.ts";
import type { ReceiptSite } from "./receipt-page.ts";

export interface DrawnReceipt {
  readonly name: `${string}.pdf`;
  readonly content: Buffer;
}

export const drawReceipt = async (receipt: NumberedReceipt, site: ReceiptSite): Promise<DrawnReceipt> => ({
  name: receiptFileName(receipt, site.brandName),
  content: await drawApart("./receipt-page.ts", import.meta.url, { receipt, site }),
});

export const receiptFileName = (receipt: Pick<NumberedReceipt, "number">, brandName: string): `${string}.pdf` =>
  `${brandName.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "") || "receipt"}-${receipt.number}.pdf`;
