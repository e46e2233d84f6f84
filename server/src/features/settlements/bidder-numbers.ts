// The short number that a bidder has in a sale: in the list of its bidders, on its papers and in the list of pickups.
import { eq, min } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { owedIn } from "./owed.ts";

/**
 * Returns 1, 2, … in the order of the first bids or purchases in the sale, by the person's id. No such row is ever deleted,
 * even if it is voided, so a number stays.
 */
export const numbersOfBidders = async ({ db }: Database, saleId: string): Promise<Map<string, number>> => {
  const owed = owedIn(db);
  const inSale = eq(saleLots.saleId, saleId);
  const came = unionAll(
    db
      .select({ personId: bids.bidderId, at: bids.createdAt })
      .from(saleLots)
      .innerJoin(bids, eq(bids.auctionId, saleLots.auctionId))
      .where(inSale),
    db
      .select({ personId: owed.buyerId, at: owed.createdAt })
      .from(saleLots)
      .innerJoin(owed, eq(owed.auctionId, saleLots.auctionId))
      .where(inSale),
  ).as("came");
  const rows = await db
    .select({ personId: came.personId })
    .from(came)
    .groupBy(came.personId)
    .orderBy(min(came.at), came.personId);
  return new Map(rows.map(({ personId }, n) => [personId, n + 1]));
};
