// Work on the texts of the search that is done afterwards, a few rows at a time, so that no statement of an auction waits
// for it: adds the texts of closed auctions to their text indexes (text-indexes.ts), and folds the texts that a version
// before `search_fold` wrote. Doing the first in the status change would make it take ten times as long, and hundreds of
// auctions may end at a full hour. Until a text is indexed, a search compares it row by row.
import { and, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { constant, hasValue } from "../../../platform/database/statement-text.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes } from "../../../platform/jobs/guard-rows.ts";

/** About 50 ms of the database's time. */
const AT_ONCE = 50;

interface Work {
  readonly isWaiting: SQL | undefined;
  /** The order of an index of the waiting rows. */
  readonly inOrder: SQL;
  readonly change: { readonly isFiled: true } | { readonly isFolded: true; readonly text: SQL };
}

const filing: Work = {
  isWaiting: and(not(auctionSearch.isFiled), not(hasValue(auctionSearch.status, "active"))),
  inOrder: sql`${auctionSearch.auctionId}`,
  change: { isFiled: true },
};

/** Open auctions come first, because their status does. */
const folding: Work = {
  isWaiting: not(auctionSearch.isFolded),
  inOrder: sql`${auctionSearch.status}, ${auctionSearch.auctionId}`,
  change: { isFolded: true, text: sql`search_fold(${auctionSearch.text})` },
};

/** Returns how many texts it changed. It skips rows that another statement is writing; the next run changes those. */
const changeSome = async ({ db }: Database, { isWaiting, inOrder, change }: Work, takes: Takes): Promise<number> => {
  const waiting = db
    .select({ id: auctionSearch.auctionId })
    .from(auctionSearch)
    .where(and(isWaiting, takes(auctionSearch.auctionId)))
    .orderBy(inOrder)
    .limit(constant(AT_ONCE))
    .for("update", { skipLocked: true });
  const rows = await db
    .update(auctionSearch)
    .set(change)
    .where(inArray(auctionSearch.auctionId, waiting))
    .returning({ id: auctionSearch.auctionId });
  return rows.length;
};

/** Changes all waiting texts in batches, with a pause between batches for other statements. */
const changeTexts =
  (work: Work) =>
  async (database: Database, isStopped: () => boolean = () => false, log: RowLog = silentLog): Promise<void> => {
    const guard = guardRows(database, "search-texts", log);
    const changeNext = async (): Promise<number> => {
      const changed = await guard.together({
        run: (takes) => changeSome(database, work, takes),
        keys: (takes) =>
          keysOf(
            database,
            sql`select ${auctionSearch.auctionId} as key from ${auctionSearch}
            where ${work.isWaiting} and ${takes(auctionSearch.auctionId)}
            order by ${work.inOrder} limit ${constant(AT_ONCE)}`,
          ),
      });
      return changed.reduce((sum, count) => sum + count, 0);
    };
    while (!isStopped() && (await changeNext()) === AT_ONCE) await new Promise((next) => setTimeout(next, 50));
  };

export const fileTexts = changeTexts(filing);

/** A large market takes minutes, in which the other housekeeping must go on. */
const FOLDS_FOR_MS = 5_000;

/** Until a text is folded, its words with marks or apostrophes are not found. */
export const foldTexts: typeof fileTexts = (database, isStopped = () => false, log) => {
  const until = performance.now() + FOLDS_FOR_MS;
  return changeTexts(folding)(database, () => isStopped() || performance.now() > until, log);
};
