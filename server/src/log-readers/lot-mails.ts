// Writes the mails about a lot's changes other than bids: wins, purchases, payments, voids, edits, cancellations. The
// trigger on `outbox` copies each into its reader's inbox. A mail says what was true at its change, even if it does not
// hold any more: the inbox is a history, and the mail worker drops a mail that would be wrong (outbox.ts).
import { and, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { bids } from "../platform/database/schema/bids.ts";
import { outbox } from "../platform/database/schema/mail.ts";
import { isAnyOf, readNow } from "../platform/database/statements.ts";
import { queueMails } from "../platform/outbox/queue-mail.ts";
import type { LogEntry } from "./entries.ts";
import { type CausedMail, mailsOf, type Notice, noticesOf } from "./mails-of-change.ts";
import type { LogReader } from "./reader.ts";
import { type ReplayedChange, replayedChanges } from "./replayed-changes.ts";

/** Finds the changes of other nodes, whose own readers are woken and nearly always come first. */
const LOOK_EVERY_MS = 1_000;
/**
 * Older entries are left out, because finished mails are deleted after 30 days, and without them nothing shows whether
 * a mail was written.
 */
const OLDEST_MS = 29 * 24 * 60 * 60 * 1000;

/** A mail that a reader wrote, with the change that caused it. */
export type WrittenMail = CausedMail & { readonly change: ReplayedChange };

/** `written`: called after the commit with the new mails. */
export const lotMailReader = (written: (mails: readonly WrittenMail[]) => void): LogReader => ({
  name: "lot-mails",
  loop: "missed-outbids",
  afterMs: 0,
  everyMs: LOOK_EVERY_MS,
  wokenBy: ["lot-changes", "clock-set"],
  read: async (tx, entries) => {
    const concerned = entries.filter(mayCauseMails);
    if (concerned.length === 0) return () => {};
    const oldest = (await readNow(tx)) - OLDEST_MS;
    const changes = await replayedChanges(
      tx,
      concerned.filter(({ at }) => at > oldest),
    );
    const mails = await notYetWritten(tx, [...ofPeople(changes), ...(await toBidders(tx, changes))]);
    await write(tx, mails);
    return () => {
      if (mails.length > 0) written(mails);
    };
  },
});

/** Bids, maxima and new lots cause no mail here. */
const withoutMails: ReadonlySet<string> = new Set([
  "AuctionCreated",
  "BidPlaced",
  "MaxBidSet",
  "MaxBidConfirmed",
  "AuctionExtended",
]);
const mayCauseMails = ({ events }: LogEntry): boolean => events.some(({ type }) => !withoutMails.has(type));

const ofPeople = (changes: readonly ReplayedChange[]): WrittenMail[] =>
  changes.flatMap((change) => mailsOf(change).map((mail) => ({ ...mail, change })));

/** Everybody who had a bid that counted, or a maximum, before the change. */
const toBidders = async (tx: Db, changes: readonly ReplayedChange[]): Promise<WrittenMail[]> => {
  const notices = changes.flatMap((change) => noticesOf(change).map((notice) => ({ ...notice, change })));
  if (notices.length === 0) return [];
  const bidders = await biddersBefore(
    tx,
    notices.map(({ change }) => change),
  );
  return notices.flatMap(({ besides, change, ...mail }: Notice & { change: ReplayedChange }, n) => {
    const people = new Set([...(bidders.get(n) ?? []), ...change.before.maxBids.keys()]);
    return [...people].filter((id) => id !== besides).map((userId) => ({ ...mail, userId, change }) as WrittenMail);
  });
};

/** Resolves to the people with bids that counted before each of these changes, by its place in the list. */
const biddersBefore = async (tx: Db, changes: readonly ReplayedChange[]): Promise<Map<number, string[]>> => {
  const lots = arrayLiteral(changes.map(({ after }) => after.id));
  const lastBids = arrayLiteral(changes.map(({ before }) => before.bidCount + before.voidedBidCount));
  const times = arrayLiteral(changes.map(({ at }) => new Date(at).toISOString()));
  const rows = await tx
    .selectDistinct({ n: sql<number>`k.n::int`, userId: bids.bidderId })
    .from(sql`unnest(${lots}::uuid[], ${lastBids}::int[], ${times}::timestamptz[])
      with ordinality as k(auction_id, last_bid, at, n)`)
    .innerJoin(
      bids,
      and(
        eq(bids.auctionId, sql`k.auction_id`),
        lte(bids.number, sql`k.last_bid`),
        or(isNull(bids.voidedAt), gte(bids.voidedAt, sql`k.at`)),
      ),
    );
  const people = new Map<number, string[]>();
  for (const { n, userId } of rows) people.set(n - 1, [...(people.get(n - 1) ?? []), userId]);
  return people;
};

/**
 * Returns the mails that are not in the outbox. A mail of a reader names its revision of the log. One without was
 * written by the commit of an older version, at the time of the change; a change may have several of one kind.
 */
const notYetWritten = async (tx: Db, mails: readonly WrittenMail[]): Promise<WrittenMail[]> => {
  if (mails.length === 0) return [];
  const times = mails.map(({ change }) => new Date(change.at).toISOString());
  const rows = await tx
    .selectDistinct({
      id: outbox.id,
      userId: sql<string>`${outbox.userId}`,
      auctionId: sql<string>`${outbox.auctionId}`,
      kind: outbox.kind,
      at: outbox.createdAt,
      revision: outbox.logRevision,
    })
    .from(sql`unnest(${arrayLiteral(mails.map(({ userId }) => userId))}::uuid[],
      ${arrayLiteral(mails.map(({ change }) => change.after.id))}::uuid[],
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
  return mails.filter(({ userId, kind, change: { after, at } }) => {
    const mail = { userId, kind, auctionId: after.id, at };
    return !isFound(keyOf(mail, after.revision)) && !isFound(keyOf(mail, null));
  });
};

const keyOf = (
  { userId, auctionId, kind, at }: { userId: string; auctionId: string; kind: string; at: number },
  revision: number | null,
): string => [userId, auctionId, kind, at, revision].join(" ");

/** Each mail has the time of its change, so that its reader finds it there in their inbox. */
const write = async (tx: Db, mails: readonly WrittenMail[]): Promise<void> => {
  if (mails.length === 0) return;
  const people = [...new Set(mails.map(({ userId }) => userId))];
  const known = await tx.select({ id: users.id, email: users.email }).from(users).where(isAnyOf(users.id, people));
  const addresses = new Map(known.map(({ id, email }) => [id, email]));
  await queueMails(
    tx,
    mails.flatMap(({ change: { after, at }, ...mail }) => {
      const toAddress = addresses.get(mail.userId);
      const from = { auctionId: after.id, createdAt: at, dueAt: at, logRevision: after.revision };
      return toAddress === undefined ? [] : [{ ...mail, toAddress, ...from }];
    }),
  );
};
