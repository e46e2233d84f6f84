// The listing: active auctions by their filters, one page at a time. Each kind of query has its own plan, which reads
// little more than the page (docs/decisions/0014-reads-in-a-large-market-measured.md).
import { toMinor } from "@jara/shared/money";
import type { AuctionListQuery, SortField } from "@jara/shared/rest/auctions";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import { and, eq, gte, lte, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { AuctionState } from "../../../auction/state.ts";
import { inOrder } from "../../../engine/reads/find-auctions.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
  type Found,
  type InOrder,
  type ListShape,
  orderOf,
  type Page,
  pagesOf,
  type SortKey,
  searchesOf,
  textOf,
} from "../../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import {
  anyText,
  hasText,
  hasTextAlongTheWay,
  kindOf,
  searchText,
  type TextKind,
} from "../../../platform/database/text-indexes.ts";
import { countAuctions } from "../auction-counts.ts";
import { countWithin, isOnStep, type PriceFilter, pageByPrice, pageWithin } from "./by-price.ts";

export interface AuctionPage {
  readonly auctions: AuctionState[];
  readonly total: number;
}

/**
 * The current price for a row of `auction_search`. It is a subquery, so that it does not influence the choice of the
 * plan.
 */
const currentPrice = sql`(select ${auctions.priceMinor} from ${auctions} where ${auctions.id} = ${auctionSearch.auctionId})`;

const keys: Record<SortField, SortKey> = {
  createdAt: auctionSearch.createdAt,
  startingPrice: auctionSearch.startingPriceMinor,
  currentPrice,
  endTime: auctionSearch.endsAt,
  title: auctionSearch.title,
};

/** Sorting up to this many rows is faster than walking an index over all rows. */
const FEW = 2000;

/** One page of active auctions and the total number. Price limits are compared in each auction's own currency. */
export const listAuctions = async (
  database: Database,
  query: AuctionListQuery,
  page: Page,
  searchTotalMax = SEARCH_TOTAL_MAX,
): Promise<AuctionPage> => {
  const { ids, total } = await findPage(database, query, page, searchTotalMax);
  const auctions = await inOrder(database, ids);
  // An auction may have ended since the search found it.
  return { auctions: auctions.filter(({ status }) => status === "active"), total };
};

const findPage = async (
  database: Database,
  query: AuctionListQuery,
  page: Page,
  searchTotalMax: number,
): Promise<Found> => {
  const { currency, hasReserve, hasBuyItNow, sortBy = "createdAt" } = query;
  const limits = priceFilterOf(query);
  const text = textOf(query);
  const shape = shapeOf(query, text);
  const { order } = shape;
  const values = { ...limits, ...searchText(text) };
  if (text) {
    return await searched(database, shape, values, page, () => pageOf(database, shape, values, page), searchTotalMax);
  }
  if (sortBy === "currentPrice") return await pageByPrice(database, limits, order, page);
  if (limits.minMinor === null && limits.maxMinor === null) {
    const total = await countAuctions(database, { status: "active", currency, hasReserve, hasBuyItNow });
    return { ids: await pageOf(database, shape, values, page, total), total };
  }
  const total = await countWithin(database, limits);
  const isFew = total <= FEW;
  const ids = isFew
    ? await pageWithin(database, limits, sortBy, order, page)
    : await pageOf(database, shape, values, page, total);
  return { ids, total };
};

/** The text of the statements depends on these values. */
interface Shape extends ListShape, Pick<AuctionListQuery, "hasReserve" | "hasBuyItNow"> {
  readonly sortBy: SortField;
  readonly kind: TextKind | null;
  readonly isOfCurrency: boolean;
  readonly hasMin: boolean;
  readonly hasMax: boolean;
}

const shapeOf = (query: AuctionListQuery, text: string): Shape => ({
  order: orderOf(query),
  sortBy: query.sortBy ?? "createdAt",
  kind: text ? kindOf(text) : null,
  isOfCurrency: query.currency !== undefined,
  hasMin: query.minPrice !== undefined,
  hasMax: query.maxPrice !== undefined,
  hasReserve: query.hasReserve,
  hasBuyItNow: query.hasBuyItNow,
});

const priceFilterOf = ({ minPrice, maxPrice, currency, hasReserve, hasBuyItNow }: AuctionListQuery): PriceFilter => ({
  minMinor: minPrice === undefined ? null : toMinor(minPrice),
  maxMinor: maxPrice === undefined ? null : toMinor(maxPrice),
  currency,
  hasReserve,
  hasBuyItNow,
});

/** Hits from the text index. */
const searched = searchesOf((shape: Shape) => ({
  from: auctionSearch,
  id: auctionSearch.auctionId,
  key: keys[shape.sortBy],
  isKeyCostly: shape.sortBy === "currentPrice",
  where: and(hasText(auctionSearch.text, anyText(shape.kind ?? "nowhere")), filterOf(shape, currentPrice)),
}));

/** All active auctions in the requested order, for walking along an index. */
const pageOf = pagesOf((shape: Shape): InOrder => {
  const has = shape.kind ? hasTextAlongTheWay(auctionSearch.text, anyText(shape.kind)) : undefined;
  if (shape.sortBy === "currentPrice") {
    // Order by price step, which has an index, and within a step by price.
    return {
      from: sql`${auctions} join ${auctionSearch} on ${auctionSearch.auctionId} = ${auctions.id}`,
      id: auctions.id,
      keys: [auctions.priceStep, auctions.priceMinor],
      where: and(isOnStep(), filterOf(shape, sql`${auctions.priceMinor}`), has),
    };
  }
  return {
    from: auctionSearch,
    id: auctionSearch.auctionId,
    keys: [keys[shape.sortBy]],
    where: and(filterOf(shape, currentPrice), has),
  };
});

const isWanted = (column: PgColumn, wanted: boolean | undefined): SQLWrapper | undefined =>
  wanted === undefined ? undefined : wanted ? column : not(column);

/** The condition on `auction_search`. */
const filterOf = ({ isOfCurrency, hasReserve, hasBuyItNow, hasMin, hasMax }: Shape, price: SQL): SQL | undefined =>
  and(
    hasValue(auctionSearch.status, "active"),
    isOfCurrency ? eq(auctionSearch.currency, sql.placeholder("currency")) : undefined,
    isWanted(auctionSearch.hasReserve, hasReserve),
    isWanted(auctionSearch.hasBuyItNow, hasBuyItNow),
    hasMin ? gte(price, sql.placeholder("minMinor")) : undefined,
    hasMax ? lte(price, sql.placeholder("maxMinor")) : undefined,
  );
