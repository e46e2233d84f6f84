// The filter of the listing, as values of prepared statements and as conditions on the tables `auctions` and
// `auction_search`.
import { toMinor } from "@jara/shared/money";
import type { AuctionFacetsQuery } from "@jara/shared/rest/auctions";
import { and, eq, isNotNull, isNull, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import { reportNumber } from "../../../platform/database/report-number.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { saleLots } from "../../../platform/database/schema/sales.ts";
import { hasValue, placeholderOf } from "../../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder } from "../../../platform/database/statements.ts";
import { type CollectRegions, whereLotsAre } from "./collect-regions.ts";
import { isWithinLimits, limitsOf, type Ratio, worthValues } from "./worth.ts";

/** The text of a statement depends on these values. All other values of a filter are placeholders. */
export interface FilterShape extends Pick<AuctionFacetsQuery, "currency" | "hasReserve" | "hasBuyItNow"> {
  readonly isLimited: boolean;
  readonly isOfCategory: boolean;
  readonly isOfCondition: boolean;
  /** The condition on the place of collection; null if there is none. */
  readonly collected: Collected | null;
  /** The filters on the condition report that are used; usually none. */
  readonly reported: readonly ReportFilter[];
}

interface Collected {
  /** Some sales have places of their own. */
  readonly hasSales: boolean;
  /** The other lots that are collected in the wanted regions. */
  readonly others: "all" | "none" | "those that are there";
}

const collectedIn = (wanted: AuctionFacetsQuery["location"], { sales, house }: CollectRegions): Collected | null => {
  if (!wanted) return null;
  const others = house === null ? "those that are there" : wanted.includes(house) ? "all" : "none";
  const hasSales = sales.length > 0;
  return others === "all" && !hasSales ? null : { hasSales, others };
};

/** Each filter on the condition report: the number it compares, and how. */
const reportFilters = {
  yearFrom: ["year", ">="],
  yearTo: ["year", "<="],
  mileageTo: ["mileageKm", "<="],
  storageFrom: ["storageGb", ">="],
} as const;
type ReportFilter = keyof typeof reportFilters;
const reportFilterNames = Object.keys(reportFilters) as ReportFilter[];

export const filterShapeOf = (query: AuctionFacetsQuery, places = whereLotsAre): FilterShape => ({
  currency: query.currency,
  hasReserve: query.hasReserve,
  hasBuyItNow: query.hasBuyItNow,
  isLimited: query.minPrice !== undefined || query.maxPrice !== undefined,
  isOfCategory: query.category !== undefined,
  isOfCondition: query.condition !== undefined,
  collected: collectedIn(query.location, places),
  reported: reportFilterNames.filter((name) => query[name] !== undefined),
});

/** True if `auction_counts` counts everything that the filter names. */
export const isCounted = ({ isLimited, isOfCategory, isOfCondition, collected, reported }: FilterShape): boolean =>
  !(isLimited || isOfCategory || isOfCondition || collected || reported.length > 0);

/** The values of all placeholders in these conditions and in the expressions of `worth.ts`. */
export const filterValues = (query: AuctionFacetsQuery, ratio: Ratio, { sales } = whereLotsAre) => {
  const { minPrice, maxPrice, currency, priceCurrency, category, condition, location } = query;
  const isWanted = ({ regions }: CollectRegions["sales"][number]) => regions.some((one) => location?.includes(one));
  const idsOf = (some: CollectRegions["sales"]) => arrayLiteral(some.map(({ id }) => id));
  const minorOf = (amount: number | undefined) => (amount === undefined ? null : toMinor(amount));
  const asked = {
    minMinor: minorOf(minPrice),
    maxMinor: minorOf(maxPrice),
    currency: priceCurrency ?? currency ?? "NGN",
  };
  return {
    ...worthValues(ratio, limitsOf(asked, ratio)),
    categories: arrayLiteral(category ?? []),
    conditions: arrayLiteral(condition ?? []),
    regions: arrayLiteral(location ?? []),
    salesThere: idsOf(sales.filter(isWanted)),
    salesElsewhere: idsOf(sales.filter((sale) => !isWanted(sale))),
    ...Object.fromEntries(reportFilterNames.map((name) => [name, query[name] ?? null])),
  };
};

const isThere = (column: PgColumn, isWanted: boolean | undefined): SQL | undefined =>
  isWanted === undefined ? undefined : isWanted ? isNotNull(column) : isNull(column);
const isTrue = (column: PgColumn, isWanted: boolean | undefined): SQLWrapper | undefined =>
  isWanted === undefined ? undefined : isWanted ? column : not(column);

type Described = Readonly<Record<"id" | "currency" | "categories" | "condition" | "region", PgColumn>>;
const searchTable: Described = {
  id: auctionSearch.auctionId,
  currency: auctionSearch.currency,
  categories: auctionSearch.categories,
  condition: auctionSearch.condition,
  region: auctionSearch.region,
};

/** A lot of a sale with places is collected there; any other lot in the region of the house, or where it is. */
const isCollected = ({ hasSales, others }: Collected, { id, region }: Described, value = placeholderOf) => {
  const isThere = isAnyOfPlaceholder(region, "regions", value);
  const other = { all: undefined, none: sql`false`, "those that are there": isThere }[others];
  if (!hasSales) return other;
  const isOf = (name: string) =>
    sql`exists (select from ${saleLots} where ${and(eq(saleLots.auctionId, id), isAnyOfPlaceholder(saleLots.saleId, name, value))})`;
  const isOther = and(other, not(isOf("salesElsewhere")));
  return others === "all" ? isOther : others === "none" ? isOf("salesThere") : or(isOther, isOf("salesThere"));
};

const describedAs = (shape: FilterShape, table: Described, value = placeholderOf): SQL | undefined =>
  and(
    shape.currency && hasValue(table.currency, shape.currency),
    shape.isOfCategory ? sql`${table.categories} && ${value("categories")}::text[]` : undefined,
    shape.isOfCondition ? isAnyOfPlaceholder(table.condition, "conditions", value) : undefined,
    shape.collected ? isCollected(shape.collected, table, value) : undefined,
  );

/** Active auctions as the indexes of price steps and of bid steps have them. */
export const isOnStep = (): SQL | undefined => and(hasValue(auctions.status, "active"), isNull(auctions.removedAt));

const hasReported = ({ reported }: FilterShape, value = placeholderOf): SQL | undefined =>
  reported.length === 0
    ? undefined
    : and(
        isNotNull(auctions.conditionReport),
        ...reported.map((name) => {
          const [number, compares] = reportFilters[name];
          const stored = reportNumber(auctions.conditionReport, number);
          return sql`${stored} ${sql.raw(compares)} ${value(name)}::int`;
        }),
      );

/** The conditions on the condition report, as the indexes of reports have them. */
export const isReported = (shape: FilterShape, value = placeholderOf): SQL | undefined =>
  shape.reported.length === 0 ? undefined : and(isOnStep(), hasReported(shape, value));

/** The conditions on `auctions`, whatever the status, without the price limits. */
export const fits = (shape: FilterShape): SQL | undefined =>
  and(
    isThere(auctions.reserveMinor, shape.hasReserve),
    isThere(auctions.buyItNowMinor, shape.hasBuyItNow),
    describedAs(shape, auctions),
    hasReported(shape),
  );

/** The conditions on `auctions`, without the price limits. */
export const isListed = (shape: FilterShape): SQL | undefined => and(isOnStep(), fits(shape));

/**
 * The current price for a row of `auction_search`. It is a subquery, so that it does not influence the choice of the
 * plan.
 */
export const currentPrice = sql`(select ${auctions.priceMinor} from ${auctions} where ${eq(auctions.id, auctionSearch.auctionId)})`;

/** The same conditions on `auction_search`, with the price limits. `price` is the current price of a row. */
export const isFound = (shape: FilterShape, price: SQL = currentPrice): SQL | undefined =>
  and(
    isDescribed(shape, price),
    shape.reported.length > 0
      ? sql`${auctionSearch.auctionId} in (select ${auctions.id} from ${auctions} where ${isReported(shape)})`
      : undefined,
  );

/** The same without the conditions on the condition report, for a statement that reads the lots' rows anyway. */
export const isDescribed = (shape: FilterShape, price: SQL, value = placeholderOf): SQL | undefined =>
  and(
    hasValue(auctionSearch.status, "active"),
    isTrue(auctionSearch.hasReserve, shape.hasReserve),
    isTrue(auctionSearch.hasBuyItNow, shape.hasBuyItNow),
    describedAs(shape, searchTable, value),
    shape.isLimited ? isWithinLimits(price, auctionSearch.currency, value) : undefined,
  );
