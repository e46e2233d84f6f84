// Reads the auctions that an administrator created.
import type { AuctionState } from "../../auction/state.ts";
import { type AuctionRow, auctionColumns, auctionJoins, toState } from "../../engine/commit/auction-rows.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Page } from "../../platform/database/pages.ts";

/** Newest first. */
export const auctionsOfSeller = async (
  database: Database,
  sellerId: string,
  { page, limit }: Page,
): Promise<AuctionState[]> => {
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.seller_id = $1::text::uuid and a.removed_at is null
     order by a.created_at desc, a.id desc limit ${limit} offset ${(page - 1) * limit}`,
    [sellerId],
  );
  return rows.map((row) => toState(row));
};
