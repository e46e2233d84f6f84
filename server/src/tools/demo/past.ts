// Moves the bids of a demo lot into the past, so that its history and chart look like days of bidding. The engine must
// evict the lot afterwards. Only the demo may use it: no other code may change the time of a commit.
import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";

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
 * of their revisions. Later changes keep their time, and so does the audit log, which nobody can change.
 */
export const moveIntoPast = (
  { transaction }: Database,
  auctionId: string,
  startedAt: number,
  times: readonly number[],
): Promise<void> =>
  transaction(async (tx) => {
    const changes = [startedAt, ...times].map((time, n) => ({ revision: n + 1, at: new Date(time).toISOString() }));
    const moved = sql`json_to_recordset(${JSON.stringify(changes)}::json) as moved (revision int, at timestamptz)`;
    const isMoved = (revision: PgColumn) => eq(revision, sql`moved.revision`);
    const logged = and(eq(auctionEvents.auctionId, auctionId), isMoved(auctionEvents.revision));
    await tx.update(auctionEvents).set({ at: sql`moved.at` }).from(moved).where(logged);
    const placed = sql`${auctionEvents}, jsonb_array_elements(${auctionEvents.events}::jsonb) as event, ${moved}`;
    const isPlaced = sql`event ->> 'type' = 'BidPlaced' and ${bids.number} = (event ->> 'number')::int`;
    await tx
      .update(bids)
      .set({ createdAt: sql`moved.at` })
      .from(placed)
      .where(and(eq(bids.auctionId, auctionId), isPlaced, logged));
    await tx
      .update(maxBids)
      .set({ createdAt: sql`moved.at`, updatedAt: sql`moved.at` })
      .from(moved)
      .where(and(eq(maxBids.auctionId, auctionId), isMoved(maxBids.reachedRevision)));
    await tx.update(auctionSearch).set({ createdAt: startedAt }).where(eq(auctionSearch.auctionId, auctionId));
    const newest = sql`(select moved.at from ${moved} where moved.revision = ${auctions.revision})`;
    await tx
      .update(auctions)
      .set({ createdAt: startedAt, updatedAt: sql`coalesce(${newest}, ${auctions.updatedAt})` })
      .where(eq(auctions.id, auctionId));
  });
