// The files of a mail. They are made when the mail is sent, so that the outbox keeps only ids.
import type { Database } from "../../platform/database/database.ts";
import type { Mail, MailData } from "../../platform/outbox/mails.ts";
import { drawReceipt } from "../receipts/draw-receipt.ts";
import { findReceipt } from "../receipts/queries.ts";
import type { ReceiptSite } from "../receipts/receipt-file.ts";

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export const attachmentsOf = async (
  database: Database,
  { kind, data }: Omit<Mail, "id">,
  site: ReceiptSite,
): Promise<Attachment[]> => {
  if (kind !== "receipt") return [];
  const { receiptId } = data as MailData["receipt"];
  const receipt = await findReceipt(database, receiptId);
  if (!receipt) throw new Error(`there is no receipt ${receiptId}`);
  return [{ ...(await drawReceipt(receipt, site)), type: "application/pdf" }];
};
