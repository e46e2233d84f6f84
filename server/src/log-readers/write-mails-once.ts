// Writes the mails that follow from entries of the log, each once, even if an entry is read again. A mail has the time of
// its entry, so that its reader finds it there in their inbox.
import { and, eq, sql } from "drizzle-orm";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { outbox } from "../platform/database/schema/mail.ts";
import { isAnyOf, readNow } from "../platform/database/statements.ts";
import { queueMails } from "../platform/outbox/queue-mail.ts";
import type { LogEntry } from "./entries.ts";
import type { CausedMail } from "./mails-of-change.ts";

/**
 * Older entries are left out, because finished mails are deleted after 30 days, and without them nothing shows whether
 * a mail was written.
 */
const OLDEST_MS = 29 * 24 * 60 * 60 * 1000;

/** Resolves to the entries of which no mail was deleted yet. */
export const withKnownMails = async (tx: Db, entries: readonly LogEntry[]): Promise<LogEntry[]> => {
  const oldest = (await readNow(tx)) - OLDEST_MS;
  return entries.filter(({ at }) => at > oldest);
};

type Cause = Pick<LogEntry, "auctionId" | "revision" | "at">;

/** Writes the mails that are not in the outbox, and resolves to these. */
export const writeMailsOnce = async <Mail extends CausedMail>(
  tx: Db,
  mails: readonly Mail[],
  causeOf: (mail: Mail) => Cause,
): Promise<Mail[]> => {
  const missing = await notYetWritten(
    tx,
    mails.map((mail) => ({ mail, cause: causeOf(mail) })),
  );
  await write(tx, missing);
  return missing.map(({ mail }) => mail);
};

interface Caused<Mail extends CausedMail> {
  readonly mail: Mail;
  readonly cause: Cause;
}

/**
 * A mail of a reader names its revision of the log. One without was written by the commit of an older version, at the
 * time of the change; a change may have several of one kind.
 */
const notYetWritten = async <Mail extends CausedMail>(
  tx: Db,
  mails: readonly Caused<Mail>[],
): Promise<Caused<Mail>[]> => {
  if (mails.length === 0) return [];
  const times = mails.map(({ cause }) => new Date(cause.at).toISOString());
  const rows = await tx
    .selectDistinct({
      id: outbox.id,
      userId: sql<string>`${outbox.userId}`,
      auctionId: sql<string>`${outbox.auctionId}`,
      kind: outbox.kind,
      at: outbox.createdAt,
      revision: outbox.logRevision,
    })
    .from(sql`unnest(${arrayLiteral(mails.map(({ mail }) => mail.userId))}::uuid[],
      ${arrayLiteral(mails.map(({ cause }) => cause.auctionId))}::uuid[],
      ${arrayLiteral(times)}::timestamptz[]) as k(user_id, auction_id, at)`)
    .innerJoin(
      outbox,
      and(eq(outbox.userId, sql`k.user_id`), eq(outbox.auctionId, sql`k.auction_id`), eq(outbox.createdAt, sql`k.at`)),
    );
  const found = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row, row.revision);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  const isFound = (key: string): boolean => {
    const left = found.get(key) ?? 0;
    if (left > 0) found.set(key, left - 1);
    return left > 0;
  };
  return mails.filter(({ mail: { userId, kind }, cause: { auctionId, at, revision } }) => {
    const mail = { userId, kind, auctionId, at };
    return !isFound(keyOf(mail, revision)) && !isFound(keyOf(mail, null));
  });
};

const keyOf = (
  { userId, auctionId, kind, at }: { userId: string; auctionId: string; kind: string; at: number },
  revision: number | null,
): string => [userId, auctionId, kind, at, revision].join(" ");

const write = async (tx: Db, mails: readonly Caused<CausedMail>[]): Promise<void> => {
  if (mails.length === 0) return;
  const people = [...new Set(mails.map(({ mail }) => mail.userId))];
  const known = await tx.select({ id: users.id, email: users.email }).from(users).where(isAnyOf(users.id, people));
  const addresses = new Map(known.map(({ id, email }) => [id, email]));
  await queueMails(
    tx,
    mails.flatMap(({ mail: { userId, kind, data }, cause: { auctionId, at, revision } }) => {
      const toAddress = addresses.get(userId);
      const from = { auctionId, createdAt: at, dueAt: at, logRevision: revision };
      return toAddress === undefined ? [] : [{ userId, kind, data, toAddress, ...from }];
    }),
  );
};
