// A receipt as a file with its name, for a download or for a mail.
import { inTurn } from "../../platform/pdf/in-turn.ts";
import type { NumberedReceipt } from "./receipt.ts";
import { type ReceiptSite, receiptFile, receiptFileName } from "./receipt-file.ts";

export interface DrawnReceipt {
  readonly name: `${string}.pdf`;
  readonly content: Buffer;
}

export const drawReceipt = async (receipt: NumberedReceipt, site: ReceiptSite): Promise<DrawnReceipt> => ({
  name: receiptFileName(receipt, site.brandName),
  content: await inTurn(() => receiptFile(receipt, site)),
});
