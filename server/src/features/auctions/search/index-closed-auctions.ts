// Adds the texts of closed auctions to their text indexes (text-indexes.ts) afterwards. Doing so in the status change
// would make it take ten times as long, and hundreds of auctions may end at a full hour. Until a text is indexed, a
// search compares it row by row.
import type { Database } from "../../../platform/database/database.ts";

/** About 50 ms of the database's time. */
const AT_ONCE = 50;

/** Returns how many texts it indexed. It skips rows that another statement is writing; the next run indexes those. */
const fileSome = async (database: Database): Promise<number> => {
  const rows = await database.query(
    `update auction_search set is_filed = true where auction_id in (
       select auction_id from auction_search where not is_filed and status <> 'active'
       order by auction_id limit ${AT_ONCE} for update skip locked
     ) returning 1`,
  );
  return rows.length;
};

/** Indexes all waiting texts in batches, with a pause between batches for other statements. */
export const fileTexts = async (database: Database, isStopped: () => boolean = () => false): Promise<void> => {
  while (!isStopped() && (await fileSome(database)) === AT_ONCE) await new Promise((next) => setTimeout(next, 50));
};
