// Writes the mails about a lot's changes other than bids: wins, purchases, payments, voids, edits, cancellations. The
// trigger on `outbox` copies each into its reader's inbox. A mail says what was true at its change, even if it does not
// hold any more: the inbox is a history, and the mail worker drops a mail that would be wrong (outbox.ts). Also finds the
// bidders and watchers of a lot whose status or outcome changed, because some of them get no mail about it.
import { and, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { bids } from "../platform/database/schema/bids.ts";
import type { LogEntry } from "./entries.ts";
import { followersOfMoved, type LotFollowers } from "./lot-followers.ts";
import { type CausedMail, mailsOf, type Notice, noticesOf } from "./mails-of-change.ts";
import type { LogReader } from "./reader.ts";
import { type ReplayedChange, replayedChanges } from "./replayed-changes.ts";
import { withKnownMails, writeMailsOnce } from "./write-mails-once.ts";

/** Finds the changes of other nodes, whose own readers are woken and nearly always come first. */
const LOOK_EVERY_MS = 1_000;

/** A mail that a reader wrote, with the change that caused it. */
export type WrittenMail = CausedMail & { readonly change: ReplayedChange };

export interface AfterLotMails {
  /** Called after the commit with the new mails. */
  readonly mailed: (mails: readonly WrittenMail[]) => void;
  /** Called after the commit with the bidders and watchers of lots whose status or outcome changed. */
  readonly lotsMoved: (followers: LotFollowers) => void;
}

export const lotMailReader = ({ mailed, lotsMoved }: AfterLotMails): LogReader => ({
  name: "lot-mails",
  loop: "missed-outbids",
  afterMs: 0,
  everyMs: LOOK_EVERY_MS,
  wokenBy: ["lot-changes", "clock-set"],
  read: async (tx, entries) => {
    const concerned = entries.filter(mayCauseMails);
    if (concerned.length === 0) return () => {};
    const changes = await replayedChanges(tx, await withKnownMails(tx, concerned));
    const caused = [...ofPeople(changes), ...(await toBidders(tx, changes))];
    const mails = await writeMailsOnce(tx, caused, ({ change: { after, at } }) => ({
      auctionId: after.id,
      revision: after.revision,
      at,
    }));
    const followers = await followersOfMoved(tx, changes);
    return () => {
      if (mails.length > 0) mailed(mails);
      lotsMoved(followers);
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
