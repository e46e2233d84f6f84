// Moves the bids of a demo lot into the past, so that its history and chart look like days of bidding. The engine must
// evict the lot afterwards. Only the demo may use it: no other code may change the time of a commit.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { nameOf } from "../../platform/database/statement-text.ts";

const HOUR = 3_600_000;

/**
 * Returns the times of `count` actions, in order, in the `ageMs` before `now`. They are unevenly spread, and closer
 * together towards the end; the last one is half an hour to some hours ago. A lot has the same times on every machine.
 */
export const timesOver = (count: number, ageMs: number, now: number, lotIndex: number): number[] => {
  const quietMs = Math.min(ageMs / 5, (0.5 + (lotIndex % 4)) * HOUR);
  return Array.from({ length: count }, (_, index) => {
    // The golden ratio's multiples are spread without a pattern that the eye would see.
    const uneven = ((lotIndex * 7 + index + 1) * 0.618_034) % 1;
    const share = ((index + 0.2 + 0.7 * uneven) / count) ** 0.75;
    return Math.round(now - ageMs + share * (ageMs - quietMs));
  });
};

/**
 * `startedAt`: the time when the lot was made and started. `times`: the times of the changes after that, in the order
 * of their revisions. Later changes keep their time, and so does the audit log, which nobody can change. It is one
 * statement, so that no reader sees half of the change. It is SQL, because Drizzle's builder has no list of values.
 */
export const moveIntoPast = async (
  { db }: Database,
  auctionId: string,
  startedAt: number,
  times: readonly number[],
): Promise<void> => {
  const change = (time: number, index: number) => sql`(${index + 1}::int, ${timestamp(time)})`;
  const placed = sql`jsonb_array_elements(${auctionEvents.events}::jsonb) as event`;
  await db.execute(sql`
    with moved (revision, moved_at) as (values ${sql.join([startedAt, ...times].map(change), sql`, `)}),
    logged as (
      update ${auctionEvents} set ${nameOf(auctionEvents.at)} = moved_at from moved
      where ${auctionEvents.auctionId} = ${auctionId} and ${auctionEvents.revision} = moved.revision
    ),
    bid as (
      select (event->>'number')::int as number, moved_at
      from ${auctionEvents} join moved on moved.revision = ${auctionEvents.revision}, ${placed}
      where ${auctionEvents.auctionId} = ${auctionId} and event->>'type' = 'BidPlaced'
    ),
    bidden as (
      update ${bids} set ${nameOf(bids.createdAt)} = bid.moved_at from bid
      where ${bids.auctionId} = ${auctionId} and ${bids.number} = bid.number
    ),
    raised as (
      update ${maxBids} set ${nameOf(maxBids.createdAt)} = moved_at, ${nameOf(maxBids.updatedAt)} = moved_at from moved
      where ${maxBids.auctionId} = ${auctionId} and ${maxBids.reachedRevision} = moved.revision
    ),
    listed as (
      update ${auctionSearch} set ${nameOf(auctionSearch.createdAt)} = ${timestamp(startedAt)}
      where ${auctionSearch.auctionId} = ${auctionId}
    )
    update ${auctions} set ${nameOf(auctions.createdAt)} = ${timestamp(startedAt)},
      ${nameOf(auctions.updatedAt)} = coalesce(
        (select moved_at from moved where moved.revision = ${auctions.revision}), ${auctions.updatedAt}
      )
    where ${auctions.id} = ${auctionId}`);
};

const timestamp = (ms: number): SQL => sql`to_timestamp(${ms / 1000}::float8)`;
