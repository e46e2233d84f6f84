// Reads when lots became active.

import type { Database } from "../../../platform/database/database.ts";
import { auctionSearch, publishedOf } from "../../../platform/database/schema/auctions.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";

/** Epoch ms by the lot's id. */
export const publishedTimes = async (
  { db }: Pick<Database, "db">,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: auctionSearch.auctionId, at: publishedOf(auctionSearch).mapWith(auctionSearch.createdAt) })
    .from(auctionSearch)
    .where(isAnyOf(auctionSearch.auctionId, ids));
  return new Map(rows.map(({ id, at }) => [id, at as number]));
};
