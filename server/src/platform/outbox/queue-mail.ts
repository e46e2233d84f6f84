// Writes a mail into the outbox, within the transaction that causes it.
import { randomUUID } from "node:crypto";
import type { Db } from "../database/database.ts";
import { outbox } from "../database/schema/mail.ts";
import { databaseNow } from "../database/statements.ts";
import type { MailData, MailKind } from "./mails.ts";

interface Mail<K extends MailKind> {
  readonly kind: K;
  readonly data: MailData[K];
  readonly toAddress: string;
  /** Null: the address belongs to nobody here. */
  readonly userId: string | null;
  readonly auctionId?: string;
}

/** It is due at once. A trigger on the outbox also writes the notification of the mails that have one. */
export const queueMail = async <K extends MailKind>(db: Db, mail: Mail<K>): Promise<void> => {
  await db.insert(outbox).values({ ...mail, id: randomUUID(), dueAt: databaseNow, createdAt: databaseNow });
};
