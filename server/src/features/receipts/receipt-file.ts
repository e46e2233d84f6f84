// Draws a receipt as a PDF file with its name, for a download or for a mail.
import { queueDrawing } from "../../platform/pdf/queue-drawing.ts";
import type { NumberedReceipt } from "./receipt.ts";
import type { ReceiptSite } from "./receipt-page.ts";

export interface DrawnReceipt {
  readonly name: `${string}.pdf`;
  readonly content: Buffer;
}

export const drawReceipt = async (receipt: NumberedReceipt, site: ReceiptSite): Promise<DrawnReceipt> => {
  // Load the drawing code with the first file, because it takes a tenth of the processor time of a server's start.
  const { receiptFile, receiptFileName } = await import("./receipt-page.ts");
  return {
    name: receiptFileName(receipt, site.brandName),
    content: await queueDrawing(() => receiptFile(receipt, site)),
  };
};
