// Adds the texts of closed auctions to their text indexes (text-indexes.ts) afterwards. Doing so in the status change
// would make it take ten times as long, and hundreds of auctions may end at a full hour. Until a text is indexed, a
// search compares it row by row.
import { and, inArray, not } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";

/** About 50 ms of the database's time. */
const AT_ONCE = 50;

/** Returns how many texts it indexed. It skips rows that another statement is writing; the next run indexes those. */
const fileSome = async ({ db }: Database): Promise<number> => {
  const waiting = db
    .select({ id: auctionSearch.auctionId })
    .from(auctionSearch)
    .where(and(not(auctionSearch.isFiled), not(hasValue(auctionSearch.status, "active"))))
    .orderBy(auctionSearch.auctionId)
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
export const fileTexts = async (database: Database, isStopped: () => boolean = () => false): Promise<void> => {
  while (!isStopped() && (await fileSome(database)) === AT_ONCE) await new Promise((next) => setTimeout(next, 50));
};
