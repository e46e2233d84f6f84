// The regions in which lots are collected, by which the listing filters: those that the places of pickup-places.ts name.
// A place that names neither a region nor a known town is passed over, so the next known place counts, and last where the lot is.
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import { type Region, regionLabel } from "@jara/shared/regions";
import type { SettingValues } from "@jara/shared/site-settings";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { AuctionState } from "../../../auction/state.ts";
import type { Database } from "../../../platform/database/database.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { prepared, readNow } from "../../../platform/database/statements.ts";
import { type HousePlace, placesOfLots, placesOfTimes } from "../../pickup-places.ts";
import { regionOfPlace } from "./region-of-place.ts";

/** The rate and the place of the house, which the listing needs. */
export interface SiteNow extends Pick<ExchangeRates, "USD_TO_NGN">, HousePlace {}
export const usualSite: SiteNow = { ...fallbackRates, hours: { place: "" } };

export interface SiteDeps {
  readonly exchange: { current(): ExchangeRates };
  readonly settings: { current(): HousePlace & Pick<SettingValues, "house"> };
}
export const siteNow = ({ exchange, settings }: SiteDeps): SiteNow => ({
  USD_TO_NGN: exchange.current().USD_TO_NGN,
  hours: settings.current().hours,
});

export interface CollectRegions {
  /** The published sales with listed lots whose pickup places name regions. */
  readonly sales: readonly { readonly id: string; readonly regions: readonly Region[] }[];
  /** The region of all other lots. Null: each is collected where it is. */
  readonly house: Region | null;
}
/** The regions of a site without places: each lot is collected where it is. */
export const whereLotsAre: CollectRegions = { sales: [], house: null };

const regionsIn = (places: readonly string[]): Region[] => [
  ...new Set(places.map(regionOfPlace).filter((region) => region !== null)),
];

const readSales = async ({ db }: Database): Promise<CollectRegions["sales"]> => {
  const isListed = and(
    isNull(auctions.removedAt),
    or(hasValue(auctions.status, "active"), sql`${auctions.isUpcoming}`),
  );
  const [rows, nowMs] = await Promise.all([
    db
      .select({ id: sales.id, pickups: sales.pickups })
      .from(sales)
      .where(
        and(
          eq(sales.status, "published"),
          sql`${sales.pickups} <> '[]'`,
          sql`exists (select from ${saleLots} join ${auctions} on ${eq(auctions.id, saleLots.auctionId)}
            where ${eq(saleLots.saleId, sales.id)} and ${isListed})`,
        ),
      ),
    readNow(db),
  ]);
  const known = rows.map(({ id, pickups }) => ({ id, regions: regionsIn(placesOfTimes(pickups, nowMs)) }));
  return known.filter(({ regions }) => regions.length > 0);
};

/** A node keeps the sales for this long, because every list and all its numbers need them. */
const KEPT_MS = 5_000;
const keptSales = prepared(() => new LRUCache<"sales", Promise<CollectRegions["sales"]>>({ max: 1, ttl: KEPT_MS }));

const salesOf = (database: Database): Promise<CollectRegions["sales"]> => {
  const kept = keptSales(database);
  const known = kept.get("sales");
  if (known) return known;
  const read = readSales(database);
  kept.set("sales", read);
  read.catch(() => kept.delete("sales"));
  return read;
};

export const collectRegions = async (database: Database, { hours }: HousePlace): Promise<CollectRegions> => ({
  sales: await salesOf(database),
  house: regionOfPlace(hours.place),
});

/** Returns in words the regions of collection of those lots that are in another region until then, by lot id. */
export const collectedElsewhere = async (
  database: Database,
  lots: readonly AuctionState[],
  house: HousePlace,
): Promise<Record<string, string>> => {
  const ids = lots.map(({ id }) => id);
  const places = await placesOfLots(database, ids, house);
  const elsewhere = lots.flatMap(({ id, lot }): [string, string][] => {
    const regions = regionsIn(places(id));
    const own = regionOfPlace(lot.location ?? "");
    const isElsewhere = regions.some((region) => region !== own);
    return isElsewhere ? [[id, regions.map(regionLabel).join(" or ")]] : [];
  });
  return Object.fromEntries(elsewhere);
};
