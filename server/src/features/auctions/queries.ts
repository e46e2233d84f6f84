// Reads the auctions that an administrator created.
import { and, desc, eq, isNull } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import { selectAuctions, toState } from "../../engine/commit/auction-rows.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Page } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";

/** Newest first. */
export const auctionsOfSeller = async (
  database: Database,
  sellerId: string,
  { page, limit }: Page,
): Promise<AuctionState[]> => {
  const rows = await selectAuctions(database.db)
    .where(and(eq(auctions.sellerId, sellerId), isNull(auctions.removedAt)))
    .orderBy(desc(auctions.createdAt), desc(auctions.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map((row) => toState(row));
};
