// Writes mails into the outbox, within the transaction that causes them.
import { randomUUID } from "node:crypto";
import type { Db } from "../database/database.ts";
import { outbox } from "../database/schema/mail.ts";
import { allRows, databaseNow, readNow } from "../database/statements.ts";
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
export const queueMail = async <K extends MailKind>(db: Db, mail: Mail<K>): Promise<void> => {
  await db.insert(outbox).values({ id: randomUUID(), ...mail, dueAt: databaseNow, createdAt: databaseNow });
  wakeFor(db);
};

interface TimedMail<K extends MailKind> extends Mail<K> {
  /** Epoch ms; absent: at once. */
  readonly dueAt?: number;
  /** The time of the cause, epoch ms; absent: now. */
  readonly createdAt?: number;
  readonly logRevision?: number;
}

/** Queues several mails in one statement. */
export const queueMails = async <K extends MailKind>(db: Db, mails: readonly TimedMail<K>[]): Promise<void> => {
  if (mails.length === 0) return;
  const now = await readNow(db);
  const unsent = { attempts: 0, sentAt: null, failedAt: null, lastError: null };
  const usual = { auctionId: null, dueAt: now, createdAt: now, logRevision: null };
  const rows = mails.map((mail) => ({ id: randomUUID(), ...usual, ...mail, ...unsent }));
  await db.insert(outbox).select(allRows(outbox, rows));
  wakeFor(db);
};

const wakeFor = (db: Db): void => {
  db.wake("mails");
  db.wake("notifications");
};
