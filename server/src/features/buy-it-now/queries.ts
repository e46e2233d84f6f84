// Reads Buy It Now purchases.
import type { PurchaseStatus } from "@jara/shared/rest/buy-it-now";
import { desc, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { purchases } from "../../platform/database/schema/settlements.ts";
import { isUuid } from "../../platform/database/uuid.ts";

export interface StoredPurchase {
  readonly buyerId: string;
  readonly status: PurchaseStatus;
  /** Epoch ms. */
  readonly deadlineAt: number;
}

/** Null before the first purchase. */
export const newestPurchase = async ({ db }: Database, auctionId: string): Promise<StoredPurchase | null> => {
  if (!isUuid(auctionId)) return null;
  const [row] = await db
    .select({ buyerId: purchases.buyerId, status: purchases.status, deadlineAt: purchases.deadlineAt })
    .from(purchases)
    .where(eq(purchases.auctionId, auctionId))
    .orderBy(desc(purchases.createdAt), purchases.id)
    .limit(1);
  return row ?? null;
};
