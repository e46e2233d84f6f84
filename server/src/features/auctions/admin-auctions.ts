// Reads auctions for the staff's table: every status, filtered, in any order, one page at a time. Prices are compared
// by their worth, as in the listing.

import type { SortField } from "@jara/shared/list-orders";
import { type Currency, type ExchangeRates, fallbackRates } from "@jara/shared/money";
import type { AdminAuctionsQuery } from "@jara/shared/rest/admin-auctions";
import { and, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import {
  type Found,
  HITS_SORTED_MAX,
  type ListShape,
  literal,
  nearestEnd,
  type Order,
  orderOf,
  type Page,
  pagesOf,
  type SortKey,
  searchesOf,
  sortedBy,
  textOf,
} from "../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import {
  auctionHasWords,
  hasWordsAlongTheWay,
  kindsOf,
  type TextKind,
  wordValues,
} from "../../platform/database/text-indexes.ts";
import { countFiltered, fitsFilters, hasOnly, type LotFilters, lotFiltersOf, lotFilterValues } from "./lot-filters.ts";
import type { AuctionPage, ListedPage } from "./search/auction-listing.ts";
import { pageByPrice } from "./search/by-price.ts";
import { currentPrice, filterShapeOf, filterValues, isOnStep } from "./search/list-filter.ts";
import { namedLots, orNamed } from "./search/named-lots.ts";
import { searchInstead } from "./search/similar-search.ts";
import { type Ratio, ratioOf, worthIn, worthOf, worthValues } from "./search/worth.ts";

const keys: Record<SortField, SortKey> = {
  createdAt: auctionSearch.createdAt,
  startingPrice: worthOf(auctionSearch.startingPriceMinor, auctionSearch.currency),
  // For a search, the price is looked up only for the active hits.
  currentPrice: worthOf(sql`coalesce(${auctionSearch.restingPriceMinor}, ${currentPrice})`, auctionSearch.currency),
  endTime: auctionSearch.endsAt,
  title: auctionSearch.title,
};

export const listAllAuctions = async (
  database: Database,
  query: AdminAuctionsQuery,
  page: Page,
  rates: Pick<ExchangeRates, "USD_TO_NGN"> = fallbackRates,
  sortedMax = HITS_SORTED_MAX,
  reader: Reader = { id: "", seesNames: false },
): Promise<ListedPage> => {
  const read = async (asked: AdminAuctionsQuery): Promise<AuctionPage> => {
    const text = textOf(asked);
    const named = text ? await namedLots(database, text, reader) : [];
    const { ids, total } = await findPage(database, { ...asked, named }, page, ratioOf(rates), sortedMax);
    return { auctions: await inOrder(database, ids), total };
  };
  const { result, similar } = await searchInstead(database, "all", query, read, ({ total }) => total === 0);
  return { ...result, ...similar };
};

/** The person who searches. `seesNames`: whether winners' names find lots. */
export type Reader = Parameters<typeof namedLots>[2];

/** The values on which the text of the statements depends. */
interface Shape extends ListShape {
  readonly filters: LotFilters;
  /**
   * Whether the search also finds lots by winner, number or id (`namedLots`). Their ids are a value of the statement.
   */
  readonly hasNamed: boolean;
  readonly sortBy: SortField;
  /** The kind of each searched word; none without a search. */
  readonly kinds: readonly TextKind[];
}

const rows = { from: auctionSearch, id: auctionSearch.auctionId };

const isListed = (shape: Shape): SQL | undefined =>
  and(fitsFilters(shape.filters), orNamed(shape.hasNamed, hasWordsAlongTheWay(auctionSearch.text, shape.kinds)));

const pageOf = pagesOf((shape: Shape) => ({ ...rows, keys: [keys[shape.sortBy]], where: isListed(shape) }));

const searched = searchesOf((shape: Shape) => ({
  ...rows,
  key: keys[shape.sortBy],
  isKeyCostly: shape.sortBy === "currentPrice",
  where: and(fitsFilters(shape.filters), orNamed(shape.hasNamed, auctionHasWords(shape.kinds, shape.filters.status))),
}));

const findPage = async (
  database: Database,
  query: AdminAuctionsQuery & { readonly named: readonly string[] },
  page: Page,
  ratio: Ratio,
  sortedMax: number,
): Promise<Found> => {
  const { sortBy = "createdAt", named } = query;
  const filters = lotFiltersOf(query);
  const order = orderOf(query);
  const text = textOf(query);
  const hasNamed = named.length > 0;
  const chosen = lotFilterValues(query);
  const values = {
    ...chosen,
    ...wordValues(text),
    ...worthValues(ratio, null),
    ...(hasNamed && { named: arrayLiteral(named) }),
  };
  const shape: Shape = { filters, hasNamed, sortBy, order, kinds: text ? kindsOf(text) : [] };
  const walk = async (total = Number.POSITIVE_INFINITY): Promise<readonly string[]> => {
    if (sortBy !== "currentPrice" && sortBy !== "startingPrice") {
      return await pageOf(database, shape, values, page, total);
    }
    const { isFromEnd, size, before } = nearestEnd(page, total);
    if (size <= 0) return [];
    const way = isFromEnd ? (order === "asc" ? "desc" : "asc") : order;
    const rows = await pageByWorth(database, { shape, way, size, before }).execute(values);
    const ids = rows.map(({ id }) => id);
    return isFromEnd ? ids.reverse() : ids;
  };
  if (text) return await searched(database, shape, values, page, walk, sortedMax);
  if (sortBy === "currentPrice" && filters.status === "active" && hasOnly(filters, "status")) {
    return await pageByPrice(database, filterShapeOf({}), filterValues({}, ratio), ratio, order, page);
  }
  const total = await countFiltered(database, filters, chosen);
  return { ids: await walk(total), total };
};

type Part = { readonly shape: Shape; readonly way: Order; readonly size: number; readonly before: number };

/** The rows of each currency in the order of its index, up to as many as the page can need. */
const byStartingPrice = (db: Db, currency: Currency, { shape, way, size, before }: Part) =>
  db
    .select({
      id: sql<string>`${auctionSearch.auctionId}`.as("id"),
      worth: worthIn(currency, auctionSearch.startingPriceMinor).as("worth"),
    })
    .from(auctionSearch)
    .where(and(hasValue(auctionSearch.currency, currency), isListed(shape)))
    .orderBy(...sortedBy([auctionSearch.startingPriceMinor, auctionSearch.auctionId], way))
    .limit(literal(before + size));

/** Auctions that are not active have their last price in an index. */
const byRestingPrice = (db: Db, currency: Currency, { shape, way, size, before }: Part) =>
  db
    .select({
      id: sql<string>`${auctionSearch.auctionId}`.as("id"),
      worth: worthIn(currency, auctionSearch.restingPriceMinor).as("worth"),
    })
    .from(auctionSearch)
    .where(
      and(hasValue(auctionSearch.currency, currency), not(hasValue(auctionSearch.status, "active")), isListed(shape)),
    )
    .orderBy(...sortedBy([auctionSearch.restingPriceMinor, auctionSearch.auctionId], way))
    .limit(literal(before + size));

/** The prices of active auctions are read from `auctions`, where bids write them, price step by price step. */
const byMovingPrice = (db: Db, currency: Currency, { shape, way, size, before }: Part) =>
  db
    .select({ id: sql<string>`${auctions.id}`.as("id"), worth: worthIn(currency, auctions.priceMinor).as("worth") })
    .from(auctions)
    .innerJoin(auctionSearch, sql`${auctionSearch.auctionId} = ${auctions.id}`)
    .where(
      and(isOnStep(), hasValue(auctions.currency, currency), hasValue(auctionSearch.status, "active"), isListed(shape)),
    )
    .orderBy(...sortedBy([auctions.priceStep, auctions.priceMinor, auctions.id], way))
    .limit(literal(before + size));

const byCurrentPrice = (db: Db, part: Part) =>
  unionAll(
    byRestingPrice(db, "NGN", part),
    byRestingPrice(db, "USD", part),
    byMovingPrice(db, "NGN", part),
    byMovingPrice(db, "USD", part),
  ).as("found");

const pageByWorth = preparedFor((db, part: Part) => {
  const isCurrent = part.shape.sortBy === "currentPrice";
  const found = isCurrent
    ? byCurrentPrice(db, part)
    : unionAll(byStartingPrice(db, "NGN", part), byStartingPrice(db, "USD", part)).as("found");
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(...sortedBy([found.worth, found.id], part.way))
    .limit(literal(part.size))
    .offset(literal(part.before))
    .prepare(isCurrent ? "page by current price" : "page by starting price");
});
