// The prices on which sellers' lots may be offered: those of the newest agreement, if the seller accepted it.
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { AgreedPrices } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";
import { agreements, consignments, offers } from "../../platform/database/schema/sellers.ts";
import { hasValue } from "../../platform/database/statement-text.ts";

/** The ids must be UUIDs. */
export const agreedPrices = async (
  { db }: Database,
  auctionIds: readonly string[],
): Promise<({ readonly auctionId: string } & AgreedPrices)[]> => {
  const newest = db
    .select({ version: agreements.version })
    .from(agreements)
    .where(eq(agreements.offerId, consignments.offerId))
    .orderBy(desc(agreements.version))
    .limit(1);
  return await db
    .select({
      auctionId: consignments.auctionId,
      currency: agreements.currency,
      startingPriceMinor: agreements.startingPriceMinor,
      reserveMinor: agreements.reserveMinor,
    })
    .from(consignments)
    .innerJoin(offers, and(eq(offers.id, consignments.offerId), hasValue(offers.status, "accepted")))
    .innerJoin(agreements, and(eq(agreements.offerId, consignments.offerId), sql`${agreements.version} = ${newest}`))
    .where(and(inArray(consignments.auctionId, [...auctionIds]), isNotNull(agreements.acceptedAt)));
};
