// Files the texts of closed auctions: puts them into the indexes of those (text-indexes.ts). A change of status would
// take ten times as long with it, and at a full hour hundreds of auctions end at once. Until then a text is found by
// looking at it.
import type { Database } from "../../../platform/database/database.ts";

/** Some 50 ms of the database's time. */
const AT_ONCE = 50;

/** Returns how many it filed. Waits for nobody: what another statement is writing is filed the next time. */
const fileSome = async (database: Database): Promise<number> => {
  const rows = await database.query(
    `update auction_search set is_filed = true where auction_id in (
       select auction_id from auction_search where not is_filed and status <> 'active'
       order by auction_id limit ${AT_ONCE} for update skip locked
     ) returning 1`,
  );
  return rows.length;
};

/** All that are there, in portions, with room for others between them. */
export const fileTexts = async (database: Database, isStopped: () => boolean = () => false): Promise<void> => {
  while (!isStopped() && (await fileSome(database)) === AT_ONCE) await new Promise((next) => setTimeout(next, 50));
};
