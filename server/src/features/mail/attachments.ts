// Makes the files of a mail when it is sent, so that the outbox keeps only ids.

import type { Database } from "../../platform/database/database.ts";
import type { Mail, MailData } from "../../platform/outbox/mails.ts";
import { RECEIPTS_MAILED_MAX } from "../../platform/outbox/mails.ts";
import { mailedAgreements } from "../offers/mailed-agreement.ts";
import { mailedReceipt } from "../receipts/mailed-receipt.ts";
import { mailedInvoice } from "../settlements/invoices/mailed-invoice.ts";
import type { MailSite } from "./words/words.ts";

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

type Content = Pick<Mail, "kind" | "data">;

/** A file that is not made yet. */
interface File {
  /** Short, without the site. */
  readonly name: string;
  readonly make: (database: Database, site: MailSite) => Promise<Omit<Attachment, "type">>;
}

/** True if a mail about all of these leads to its receipts on the site instead. */
export const linksReceipts = (mails: readonly Content[]): boolean =>
  mails.flatMap(receiptsOf).length > RECEIPTS_MAILED_MAX;

const receiptsOf = ({ kind, data }: Content): readonly { readonly receiptId: string; readonly number: string }[] => {
  if (kind === "invoices") return (data as MailData["invoices"]).deposits ?? [];
  if (kind !== "receipt") return [];
  const receipt = data as MailData["receipt"];
  return [receipt, ...(receipt.deposits ?? [])];
};

export const filesOf = (mails: readonly Content[]): File[] => {
  const isWithout = linksReceipts(mails);
  return mails.flatMap((mail) => [...papersOf(mail), ...(isWithout ? [] : receiptsOf(mail).map(fileOfReceipt))]);
};

const fileOfReceipt = ({ receiptId, number }: { readonly receiptId: string; readonly number: string }): File => ({
  name: `${number}.pdf`,
  make: (database, site) => mailedReceipt(database, receiptId, site),
});

const papersOf = ({ kind, data }: Content): File[] => {
  if (kind === "agreement-accepted") {
    const { agreementId, others = [] } = data as MailData["agreement-accepted"];
    const ids = [agreementId, ...others];
    return [{ name: "agreement.pdf", make: (database, site) => mailedAgreements(database, ids, site) }];
  }
  if (kind !== "invoices") return [];
  return (data as MailData["invoices"]).invoices.flatMap(({ id, number }) =>
    id === undefined
      ? []
      : {
          name: `${number}.pdf`,
          make: (database, site) => mailedInvoice(database, id, site),
        },
  );
};

/** Made one after the other, because the thread that draws them refuses a long queue. */
export const attachmentsOf = async (
  database: Database,
  mails: readonly Content[],
  site: MailSite,
): Promise<Attachment[]> => {
  const attachments: Attachment[] = [];
  for (const { make } of filesOf(mails)) attachments.push({ ...(await make(database, site)), type: "application/pdf" });
  return attachments;
};
