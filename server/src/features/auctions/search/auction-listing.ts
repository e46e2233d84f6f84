// The listing: active auctions by their filters, one page at a time. Each kind of query has its own plan, which reads
// little more than the page (docs/decisions/0014-reads-in-a-large-market.md).
import { toMinor } from "@jara/shared/money";
import type { AuctionListQuery, SortField } from "@jara/shared/rest/auctions";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import type { AuctionState } from "../../../auction/state.ts";
import { inOrder } from "../../../engine/reads/find-auctions.ts";
import type { Database, Param } from "../../../platform/database/database.ts";
import {
  type Found,
  type Hits,
  type InOrder,
  orderOf,
  type Page,
  pageOf,
  searched,
  textOf,
} from "../../../platform/database/pages.ts";
import { hasText, hasTextAlongTheWay, textParam } from "../../../platform/database/text-indexes.ts";
import { countAuctions } from "../auction-counts.ts";
import { countWithin, type PriceFilter, pageByPrice, pageWithin } from "./by-price.ts";

export interface AuctionPage {
  readonly auctions: AuctionState[];
  readonly total: number;
}

/**
 * The current price for a row of `auction_search s`. It is a subquery, so that it does not influence the choice of the
 * plan.
 */
const PRICE = "(select price_minor from auctions where id = s.auction_id)";

/** Sort keys in `auction_search s`, and in `auctions a`. */
const keys: Record<SortField, { readonly search: string; readonly auction: string }> = {
  createdAt: { search: "s.created_at", auction: "a.created_at" },
  startingPrice: { search: "s.starting_price_minor", auction: "a.starting_price_minor" },
  currentPrice: { search: PRICE, auction: "a.price_minor" },
  endTime: { search: "s.ends_at", auction: "a.ends_at" },
  title: { search: "s.title", auction: "lower(a.title)" },
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
  const params: Param[] = [textParam(text)];
  const { sortBy = "createdAt" } = query;
  return {
    from: "auction_search s",
    id: "s.auction_id",
    key: keys[sortBy].search,
    isKeyCostly: sortBy === "currentPrice",
    order: orderOf(query),
    where: [hasText("s.text", "$1", text), ...filtersOf(query, PRICE, params)].join(" and "),
    params,
  };
};

/** All active auctions in the requested order, for walking along an index. */
const alongOrder = (query: AuctionListQuery, text: string | null): InOrder => {
  const { sortBy = "createdAt" } = query;
  const params: Param[] = [];
  const order = orderOf(query);
  const has = (column: string): string[] =>
    text === null ? [] : [hasTextAlongTheWay(column, `$${params.push(text)}`, text)];
  if (sortBy === "currentPrice") {
    // Order by price step, which has an index, and within a step by price.
    const conditions = ["a.status = 'active' and a.removed_at is null", ...filtersOf(query, "a.price_minor", params)];
    return {
      from: "auctions a join auction_search s on s.auction_id = a.id",
      id: "a.id",
      keys: ["a.price_step", "a.price_minor"],
      order,
      where: [...conditions, ...has("s.text")].join(" and "),
      params,
    };
  }
  const conditions = filtersOf(query, PRICE, params);
  return {
    from: "auction_search s",
    id: "s.auction_id",
    keys: [keys[sortBy].search],
    order,
    where: [...conditions, ...has("s.text")].join(" and "),
    params,
  };
};

/** Conditions on `auction_search s`. */
const filtersOf = (query: AuctionListQuery, price: string, params: Param[]): string[] => {
  const { minPrice, maxPrice, currency, hasReserve, hasBuyItNow } = query;
  const conditions = ["s.status = 'active'"];
  if (currency) conditions.push(`s.currency = $${params.push(currency)}::text`);
  if (hasReserve !== undefined) conditions.push(`s.has_reserve = ${hasReserve}`);
  if (hasBuyItNow !== undefined) conditions.push(`s.has_buy_it_now = ${hasBuyItNow}`);
  if (minPrice !== undefined) conditions.push(`${price} >= $${params.push(toMinor(minPrice))}::text::bigint`);
  if (maxPrice !== undefined) conditions.push(`${price} <= $${params.push(toMinor(maxPrice))}::text::bigint`);
  return conditions;
};
