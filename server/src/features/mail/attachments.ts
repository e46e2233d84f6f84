// Makes the files of a mail when it is sent, so that the outbox keeps only ids.
import type { Database } from "../../platform/database/database.ts";
import type { Mail, MailData } from "../../platform/outbox/mails.ts";
import { mailedAgreements } from "../offers/mailed-agreement.ts";
import { mailedReceipt } from "../receipts/mailed-receipt.ts";
import type { MailSite } from "./words/words.ts";

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export const attachmentsOf = async (
  database: Database,
  { kind, data }: Omit<Mail, "id">,
  site: MailSite,
): Promise<Attachment[]> => {
  const pdf = { type: "application/pdf" };
  if (kind === "agreement-accepted") {
    const { agreementId, others = [] } = data as MailData["agreement-accepted"];
    return [{ ...(await mailedAgreements(database, [agreementId, ...others], site)), ...pdf }];
  }
  if (kind !== "receipt") return [];
  const { receiptId } = data as MailData["receipt"];
  return [{ ...(await mailedReceipt(database, receiptId, site)), ...pdf }];
};
