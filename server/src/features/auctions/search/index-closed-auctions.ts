// Adds the texts of closed auctions to their text indexes (text-indexes.ts) afterwards, a few rows at a time. Doing it in
// the status change would make that take ten times as long, and hundreds of auctions may end at a full hour. Until a text
// is indexed, a search compares it row by row.
import { and, asc, inArray, not, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes } from "../../../platform/jobs/guard-rows.ts";

/** About 50 ms of the database's time. */
const AT_ONCE = 50;

const isWaiting = and(not(auctionSearch.isFiled), not(hasValue(auctionSearch.status, "active")));

/** Returns how many texts it indexed. It skips rows that another statement is writing; the next run indexes those. */
const fileSome = async ({ db }: Database, takes: Takes): Promise<number> => {
  const waiting = db
    .select({ id: auctionSearch.auctionId })
    .from(auctionSearch)
    .where(and(isWaiting, takes(auctionSearch.auctionId)))
    .orderBy(asc(auctionSearch.auctionId))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(auctionSearch)
    .set({ isFiled: true })
    .where(inArray(auctionSearch.auctionId, waiting))
    .returning({ id: auctionSearch.auctionId });
  return rows.length;
};

/** Indexes all waiting texts in batches, with a pause between batches for other statements. */
export const fileTexts = async (
  database: Database,
  isStopped: () => boolean = () => false,
  log: RowLog = silentLog,
): Promise<void> => {
  const guard = guardRows(database, "search-texts", log);
  const fileNext = async (): Promise<number> => {
    const filed = await guard.together({
      run: (takes) => fileSome(database, takes),
      keys: (takes) =>
        keysOf(
          database,
          sql`select ${auctionSearch.auctionId} as key from ${auctionSearch}
            where ${isWaiting} and ${takes(auctionSearch.auctionId)}
            order by ${auctionSearch.auctionId} limit ${AT_ONCE}::int`,
        ),
    });
    return filed.reduce((sum, count) => sum + count, 0);
  };
  while (!isStopped() && (await fileNext()) === AT_ONCE) await new Promise((next) => setTimeout(next, 50));
};
