// Reads Buy It Now purchases.
import type { PurchaseStatus } from "@jara/shared/rest/buy-it-now";
import type { Database } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/values.ts";

export interface StoredPurchase {
  readonly buyerId: string;
  readonly status: PurchaseStatus;
  /** Epoch ms. */
  readonly deadlineAt: number;
}

/** Null before the first purchase. */
export const newestPurchase = async (database: Database, auctionId: string): Promise<StoredPurchase | null> => {
  if (!isUuid(auctionId)) return null;
  const [row] = await database.query<StoredPurchase & Record<string, unknown>>(
    `select buyer_id as "buyerId", status, (extract(epoch from deadline_at) * 1000)::float8 as "deadlineAt"
     from purchases where auction_id = $1::text::uuid order by created_at desc, id limit 1`,
    [auctionId],
  );
  return row ?? null;
};
