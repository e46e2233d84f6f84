// Finds where lots are collected: the first that is known of the place where staff made the lot ready, the places of its sale,
// the place of the house. Without any, a lot is collected where it is.
import type { Win } from "@jara/shared/rest/settlements";
import { and, eq } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { type PickupTime, saleLots, sales } from "../platform/database/schema/sales.ts";
import { isAnyOf, readNow } from "../platform/database/statements.ts";

/** The settings with the place of the house. Empty: it has none. */
export interface HousePlace {
  readonly hours: { readonly place: string };
}

interface Known {
  /** The place where the lot is ready; null: it is not. */
  readonly ready?: string | null;
  /** The pickup times of the lot's sale. */
  readonly ofSale: readonly PickupTime[];
  readonly house: HousePlace;
}

/** The places of a sale's pickup times. Times that are over count only if none is left. */
export const placesOfTimes = (times: readonly PickupTime[], nowMs: number): string[] => {
  const left = times.filter(({ until }) => until > nowMs);
  return [...new Set((left.length > 0 ? left : times).map(({ place }) => place))];
};

export const placesOf = ({ ready, ofSale, house: { hours } }: Known, nowMs: number): string[] => {
  if (ready) return [ready];
  const ofTimes = placesOfTimes(ofSale, nowMs);
  if (ofTimes.length > 0) return ofTimes;
  return hours.place === "" ? [] : [hours.place];
};

const timesOfLots = async (db: Database["db"], auctionIds: readonly string[]) => {
  const rows = await db
    .select({ auctionId: saleLots.auctionId, pickups: sales.pickups })
    .from(saleLots)
    .innerJoin(sales, and(eq(sales.id, saleLots.saleId), eq(sales.status, "published")))
    .where(isAnyOf(saleLots.auctionId, auctionIds));
  return new Map(rows.map(({ auctionId, pickups }) => [auctionId, pickups]));
};

/** Returns a function that says where a lot is collected unless staff make it ready elsewhere. */
export const placesOfLots = async ({ db }: Database, auctionIds: readonly string[], house: HousePlace) => {
  const [times, nowMs] = await Promise.all([timesOfLots(db, auctionIds), readNow(db)]);
  return (auctionId: string): string[] => placesOf({ ofSale: times.get(auctionId) ?? [], house }, nowMs);
};

export const placesOfLot = async (database: Database, auctionId: string, house: HousePlace): Promise<string[]> =>
  (await placesOfLots(database, [auctionId], house))(auctionId);

export const withPlaces = async (
  { db }: Database,
  wins: readonly Win[],
  house: HousePlace,
): Promise<(Win & { places: string[] })[]> => {
  if (wins.length === 0) return [];
  const ids = wins.map(({ auction }) => auction._id);
  const [times, nowMs] = await Promise.all([timesOfLots(db, ids), readNow(db)]);
  return wins.map((win) => ({
    ...win,
    places: placesOf({ ready: win.pickup?.place ?? null, ofSale: times.get(win.auction._id) ?? [], house }, nowMs),
  }));
};
