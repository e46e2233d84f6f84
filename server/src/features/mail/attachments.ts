// Makes the files of a mail when it is sent, so that the outbox keeps only ids.
import type { Database } from "../../platform/database/database.ts";
import type { Mail, MailData } from "../../platform/outbox/mails.ts";
import { mailedAgreements } from "../offers/mailed-agreement.ts";
import { mailedReceipt, RECEIPTS_MAILED_MAX } from "../receipts/mailed-receipt.ts";
import type { MailSite } from "./words/words.ts";

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** True if a mail about all of these leads to its receipts on the site instead. */
export const linksReceipts = (mails: readonly Pick<Mail, "kind">[]): boolean =>
  mails.filter(({ kind }) => kind === "receipt").length > RECEIPTS_MAILED_MAX;

/** Made one after the other, because the thread that draws them refuses a long queue. */
export const attachmentsOf = async (
  database: Database,
  mails: readonly Omit<Mail, "id">[],
  site: MailSite,
): Promise<Attachment[]> => {
  const attachments: Attachment[] = [];
  const isWithout = linksReceipts(mails);
  for (const mail of mails) {
    if (isWithout && mail.kind === "receipt") continue;
    const file = await fileOf(database, mail, site);
    if (file) attachments.push({ ...file, type: "application/pdf" });
  }
  return attachments;
};

const fileOf = async (database: Database, { kind, data }: Omit<Mail, "id">, site: MailSite) => {
  if (kind === "agreement-accepted") {
    const { agreementId, others = [] } = data as MailData["agreement-accepted"];
    return await mailedAgreements(database, [agreementId, ...others], site);
  }
  if (kind !== "receipt") return null;
  return await mailedReceipt(database, (data as MailData["receipt"]).receiptId, site);
};
