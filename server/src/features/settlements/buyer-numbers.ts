// The short number that a buyer has in a sale, on its papers and in the list of pickups.
import { eq, min } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { owedIn } from "./owed.ts";

/** 1, 2, … in the order of their first wins, by the buyer's id. */
export const numbersOfBuyers = async ({ db }: Database, saleId: string): Promise<Map<string, number>> => {
  const owed = owedIn(db);
  const rows = await db
    .select({ buyerId: owed.buyerId })
    .from(owed)
    .innerJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .where(eq(saleLots.saleId, saleId))
    .groupBy(owed.buyerId)
    .orderBy(min(owed.createdAt), owed.buyerId);
  return new Map(rows.map(({ buyerId }, n) => [buyerId, n + 1]));
};
