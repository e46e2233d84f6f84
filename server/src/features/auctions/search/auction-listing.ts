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
  type Hits,
  type InOrder,
  orderOf,
  type Page,
  pageOf,
  type SortKey,
  searched,
  textOf,
} from "../../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { hasText, hasTextAlongTheWay } from "../../../platform/database/text-indexes.ts";
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

/** Sort keys in `auction_search`, and in `auctions`. */
const keys: Record<SortField, { readonly search: SortKey; readonly auction: SortKey }> = {
  createdAt: { search: auctionSearch.createdAt, auction: auctions.createdAt },
  startingPrice: { search: auctionSearch.startingPriceMinor, auction: auctions.startingPriceMinor },
  currentPrice: { search: currentPrice, auction: auctions.priceMinor },
  endTime: { search: auctionSearch.endsAt, auction: auctions.endsAt },
  title: { search: auctionSearch.title, auction: sql`lower(${auctions.title})` },
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
  const order = orderOf(query);
  const text = textOf(query);
  if (text) {
    const walk = () => pageOf(database, alongOrder(query, text), page);
    return await searched(database, hitsOf(query, text), page, walk, searchTotalMax);
  }
  const limits = priceFilterOf(query);
  if (sortBy === "currentPrice") return await pageByPrice(database, limits, order, page);
  if (limits.minMinor === null && limits.maxMinor === null) {
    const total = await countAuctions(database, { status: "active", currency, hasReserve, hasBuyItNow });
    return { ids: await pageOf(database, alongOrder(query, null), page, total), total };
  }
  const total = await countWithin(database, limits);
  const isFew = total <= FEW;
  const ids = isFew
    ? await pageWithin(database, limits, keys[sortBy].auction, order, page)
    : await pageOf(database, alongOrder(query, null), page, total);
  return { ids, total };
};

const priceFilterOf = ({ minPrice, maxPrice, currency, hasReserve, hasBuyItNow }: AuctionListQuery): PriceFilter => ({
  minMinor: minPrice === undefined ? null : toMinor(minPrice),
  maxMinor: maxPrice === undefined ? null : toMinor(maxPrice),
  currency,
  hasReserve,
  hasBuyItNow,
});

/** Hits from the text index. */
const hitsOf = (query: AuctionListQuery, text: string): Hits => {
  const { sortBy = "createdAt" } = query;
  return {
    from: auctionSearch,
    id: auctionSearch.auctionId,
    key: keys[sortBy].search,
    isKeyCostly: sortBy === "currentPrice",
    order: orderOf(query),
    where: and(hasText(auctionSearch.text, text), filterOf(query, currentPrice)),
  };
};

/** All active auctions in the requested order, for walking along an index. */
const alongOrder = (query: AuctionListQuery, text: string | null): InOrder => {
  const { sortBy = "createdAt" } = query;
  const order = orderOf(query);
  const has = text === null ? undefined : hasTextAlongTheWay(auctionSearch.text, text);
  if (sortBy === "currentPrice") {
    // Order by price step, which has an index, and within a step by price.
    return {
      from: sql`${auctions} join ${auctionSearch} on ${auctionSearch.auctionId} = ${auctions.id}`,
      id: auctions.id,
      keys: [auctions.priceStep, auctions.priceMinor],
      order,
      where: and(isOnStep(), filterOf(query, sql`${auctions.priceMinor}`), has),
    };
  }
  return {
    from: auctionSearch,
    id: auctionSearch.auctionId,
    keys: [keys[sortBy].search],
    order,
    where: and(filterOf(query, currentPrice), has),
  };
};

const isWanted = (column: PgColumn, wanted: boolean | undefined): SQLWrapper | undefined =>
  wanted === undefined ? undefined : wanted ? column : not(column);

/** The condition on `auction_search`. */
const filterOf = (query: AuctionListQuery, price: SQL): SQL | undefined => {
  const { minPrice, maxPrice, currency, hasReserve, hasBuyItNow } = query;
  return and(
    hasValue(auctionSearch.status, "active"),
    currency && eq(auctionSearch.currency, currency),
    isWanted(auctionSearch.hasReserve, hasReserve),
    isWanted(auctionSearch.hasBuyItNow, hasBuyItNow),
    minPrice === undefined ? undefined : gte(price, toMinor(minPrice)),
    maxPrice === undefined ? undefined : lte(price, toMinor(maxPrice)),
  );
};
