// The prices on which sellers' lots may be offered: those of the newest agreement, if the seller accepted it.
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { AgreedPrices } from "../../auction/state.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { agreements, consignments, offers } from "../../platform/database/schema/sellers.ts";
import { hasValue } from "../../platform/database/statement-text.ts";

const prices = {
  auctionId: consignments.auctionId,
  currency: agreements.currency,
  startingPriceMinor: agreements.startingPriceMinor,
  reserveMinor: agreements.reserveMinor,
};

const selectAgreed = (db: Db) => {
  const newest = db
    .select({ version: agreements.version })
    .from(agreements)
    .where(eq(agreements.offerId, consignments.offerId))
    .orderBy(desc(agreements.version))
    .limit(1);
  return db
    .select(prices)
    .from(consignments)
    .innerJoin(offers, and(eq(offers.id, consignments.offerId), hasValue(offers.status, "accepted")))
    .innerJoin(agreements, and(eq(agreements.offerId, consignments.offerId), sql`${agreements.version} = ${newest}`))
    .$dynamic();
};

/** The ids must be UUIDs. */
export const agreedPrices = async (
  { db }: Pick<Database, "db">,
  auctionIds: readonly string[],
): Promise<({ readonly auctionId: string } & AgreedPrices)[]> =>
  await selectAgreed(db).where(and(inArray(consignments.auctionId, [...auctionIds]), isNotNull(agreements.acceptedAt)));

/** Resolves to the titles of the lots whose seller did not accept their present prices. The ids must be UUIDs. */
export const unagreedAmong = async (db: Db, auctionIds: readonly string[]): Promise<string[]> => {
  if (auctionIds.length === 0) return [];
  const lots = await db
    .select({
      id: auctions.id,
      title: auctions.title,
      currency: auctions.currency,
      startingPriceMinor: auctions.startingPriceMinor,
      reserveMinor: auctions.reserveMinor,
    })
    .from(auctions)
    .where(and(inArray(auctions.id, [...auctionIds]), auctions.isConsigned));
  if (lots.length === 0) return [];
  const agreed = await agreedPrices(
    { db },
    lots.map(({ id }) => id),
  );
  const isAgreed = (lot: (typeof lots)[number]): boolean =>
    agreed.some(
      (of) =>
        of.auctionId === lot.id &&
        of.currency === lot.currency &&
        of.startingPriceMinor === lot.startingPriceMinor &&
        of.reserveMinor === lot.reserveMinor,
    );
  return lots.filter((lot) => !isAgreed(lot)).map(({ title }) => title);
};
