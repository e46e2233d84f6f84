// Draws a receipt as a PDF file with its name, for a download or for a mail.
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import type { NumberedReceipt, PrintedReceipt } from "./receipt.ts";

export interface DrawnReceipt {
  readonly name: `${string}.pdf`;
  readonly content: Buffer;
}

export const drawReceipt = async (
  receipt: PrintedReceipt,
  { brandName, publicUrl, contact }: Letterhead["site"],
): Promise<DrawnReceipt> => ({
  name: receiptFileName(receipt, brandName),
  content: await drawApart("./receipt-page.ts", import.meta.url, { receipt, site: { brandName, publicUrl, contact } }),
});

export const receiptFileName = (receipt: Pick<NumberedReceipt, "number">, brandName: string): `${string}.pdf` =>
  `${brandName.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "") || "receipt"}-${receipt.number}.pdf`;
