// The filter of the listing, as values of prepared statements and as conditions on the tables `auctions` and
// `auction_search`.
import { toMinor } from "@jara/shared/money";
import type { AuctionFacetsQuery } from "@jara/shared/rest/auctions";
import { and, eq, isNotNull, isNull, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import { reportNumber } from "../../../platform/database/report-number.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { hasValue, placeholderOf } from "../../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder } from "../../../platform/database/statements.ts";
import { isWithinLimits, limitsOf, type Ratio, worthValues } from "./worth.ts";

/** The text of a statement depends on these values. All other values of a filter are placeholders. */
export interface FilterShape extends Pick<AuctionFacetsQuery, "currency" | "hasReserve" | "hasBuyItNow"> {
  readonly isLimited: boolean;
  readonly isOfCategory: boolean;
  readonly isOfCondition: boolean;
  readonly isOfRegion: boolean;
  /** The filters on the condition report that are used; usually none. */
  readonly reported: readonly ReportFilter[];
}

/** Each filter on the condition report: the number it compares, and how. */
const reportFilters = {
  yearFrom: ["year", ">="],
  yearTo: ["year", "<="],
  mileageTo: ["mileageKm", "<="],
  storageFrom: ["storageGb", ">="],
} as const;
type ReportFilter = keyof typeof reportFilters;
const reportFilterNames = Object.keys(reportFilters) as ReportFilter[];

export const filterShapeOf = (query: AuctionFacetsQuery): FilterShape => ({
  currency: query.currency,
  hasReserve: query.hasReserve,
  hasBuyItNow: query.hasBuyItNow,
  isLimited: query.minPrice !== undefined || query.maxPrice !== undefined,
  isOfCategory: query.category !== undefined,
  isOfCondition: query.condition !== undefined,
  isOfRegion: query.location !== undefined,
  reported: reportFilterNames.filter((name) => query[name] !== undefined),
});

/** True if `auction_counts` counts everything that the filter names. */
export const isCounted = ({ isLimited, isOfCategory, isOfCondition, isOfRegion, reported }: FilterShape): boolean =>
  !(isLimited || isOfCategory || isOfCondition || isOfRegion || reported.length > 0);

/** The values of all placeholders in these conditions and in the expressions of `worth.ts`. */
export const filterValues = (query: AuctionFacetsQuery, ratio: Ratio) => {
  const { minPrice, maxPrice, currency, priceCurrency, category, condition, location } = query;
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
    ...Object.fromEntries(reportFilterNames.map((name) => [name, query[name] ?? null])),
  };
};

const isThere = (column: PgColumn, isWanted: boolean | undefined): SQL | undefined =>
  isWanted === undefined ? undefined : isWanted ? isNotNull(column) : isNull(column);
const isTrue = (column: PgColumn, isWanted: boolean | undefined): SQLWrapper | undefined =>
  isWanted === undefined ? undefined : isWanted ? column : not(column);

type Described = Readonly<Record<"currency" | "categories" | "condition" | "region", PgColumn>>;

const describedAs = (shape: FilterShape, table: Described, value = placeholderOf): SQL | undefined =>
  and(
    shape.currency && hasValue(table.currency, shape.currency),
    shape.isOfCategory ? sql`${table.categories} && ${value("categories")}::text[]` : undefined,
    shape.isOfCondition ? isAnyOfPlaceholder(table.condition, "conditions", value) : undefined,
    shape.isOfRegion ? isAnyOfPlaceholder(table.region, "regions", value) : undefined,
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
    describedAs(shape, auctionSearch, value),
    shape.isLimited ? isWithinLimits(price, auctionSearch.currency, value) : undefined,
  );
