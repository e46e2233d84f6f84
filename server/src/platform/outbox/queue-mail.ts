// Writes mails into the outbox, within the transaction that causes them.
import { randomUUID } from "node:crypto";
import type { Db } from "../database/database.ts";
import { outbox } from "../database/schema/mail.ts";
import { databaseNow } from "../database/statements.ts";
import type { MailData, MailKind } from "./mails.ts";

interface Mail<K extends MailKind> {
  readonly id?: string;
  readonly kind: K;
  readonly data: MailData[K];
  readonly toAddress: string;
  /** Null: the address belongs to nobody here. */
  readonly userId: string | null;
  readonly auctionId?: string;
}

/** It is due at once. A trigger on the outbox also writes the notification of the mails that have one. */
export const queueMail = <K extends MailKind>(db: Db, mail: Mail<K>): Promise<void> => queueMails(db, [mail]);

/** Several of one kind. */
export const queueMails = async <K extends MailKind>(db: Db, mails: readonly Mail<K>[]): Promise<void> => {
  if (mails.length === 0) return;
  const now = { dueAt: databaseNow, createdAt: databaseNow };
  await db.insert(outbox).values(mails.map((mail) => ({ id: randomUUID(), ...mail, ...now })));
};
