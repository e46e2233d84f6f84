// Reads auctions for the administrators' table: every status, filtered, in any order, one page at a time.

import type { SortField } from "@jara/shared/list-orders";
import type { AdminAuctionsQuery } from "@jara/shared/rest/admin-auctions";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import { and, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  type Found,
  type ListShape,
  offsetOf,
  orderOf,
  type Page,
  pagesOf,
  type SortKey,
  searchesOf,
  sortedBy,
  textOf,
} from "../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { constant, hasValue } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import {
  auctionHasWords,
  hasWordsAlongTheWay,
  kindsOf,
  type TextKind,
  wordValues,
} from "../../platform/database/text-indexes.ts";
import { countAuctions } from "./auction-counts.ts";
import type { AuctionPage } from "./search/auction-listing.ts";
import { pageByPrice } from "./search/by-price.ts";
import { filterShapeOf, filterValues, isOnStep } from "./search/list-filter.ts";

const keys: Record<SortField, SortKey> = {
  createdAt: auctionSearch.createdAt,
  startingPrice: auctionSearch.startingPriceMinor,
  // For a search, the price is looked up only for the active hits.
  currentPrice: sql`coalesce(${auctionSearch.restingPriceMinor},
    (select ${auctions.priceMinor} from ${auctions} where ${auctions.id} = ${auctionSearch.auctionId}))`,
  endTime: auctionSearch.endsAt,
  title: auctionSearch.title,
};

export const listAllAuctions = async (
  database: Database,
  query: AdminAuctionsQuery,
  page: Page,
  searchTotalMax = SEARCH_TOTAL_MAX,
): Promise<AuctionPage> => {
  const { ids, total } = await findPage(database, query, page, searchTotalMax);
  return { auctions: await inOrder(database, ids), total };
};

/** The text of the statements depends on these values. */
interface Shape extends ListShape, Pick<AdminAuctionsQuery, "status"> {
  readonly sortBy: SortField;
  /** The kind of each searched word; none without a search. */
  readonly kinds: readonly TextKind[];
}

const rows = { from: auctionSearch, id: auctionSearch.auctionId };

/**
 * The status is a constant: with a parameter the planner does not know it, and would search all rows for the few of a
 * rare one.
 */
const isListed = ({ status, kinds }: Shape): SQL | undefined =>
  and(status && hasValue(auctionSearch.status, status), hasWordsAlongTheWay(auctionSearch.text, kinds));

const pageOf = pagesOf((shape: Shape) => ({ ...rows, keys: [keys[shape.sortBy]], where: isListed(shape) }));

const searched = searchesOf(({ sortBy, status, kinds }: Shape) => ({
  ...rows,
  key: keys[sortBy],
  isKeyCostly: sortBy === "currentPrice",
  where: auctionHasWords(kinds, status),
}));

const findPage = async (
  database: Database,
  query: AdminAuctionsQuery,
  page: Page,
  searchTotalMax: number,
): Promise<Found> => {
  const { status, sortBy = "createdAt" } = query;
  const order = orderOf(query);
  const text = textOf(query);
  const values = wordValues(text);
  const shape: Shape = { status, sortBy, order, kinds: text ? kindsOf(text) : [] };
  const walk = async (total?: number): Promise<readonly string[]> => {
    if (sortBy !== "currentPrice") return await pageOf(database, shape, values, page, total);
    const rows = await pageByCurrentPrice(database, { shape, page }).execute(values);
    return rows.map(({ id }) => id);
  };
  if (text) return await searched(database, shape, values, page, walk, searchTotalMax);
  if (sortBy === "currentPrice" && status === "active") {
    return await pageByPrice(database, filterShapeOf({}), filterValues({}, evenRatio), evenRatio, order, page);
  }
  const total = await countAuctions(database, { status });
  return { ids: await walk(total), total };
};

/** The table compares the figures of its price columns, whatever their currency. */
const evenRatio = { naira: 1n, per: 1n };

/**
 * Reads the prices of active auctions from `auctions`, where bids write them, price step by price step. An index gives
 * all other auctions in order.
 */
const pageByCurrentPrice = preparedFor((db, { shape, page }: { shape: Shape; page: Page }) => {
  const upTo = constant(page.page * page.limit);
  const isActive = hasValue(auctionSearch.status, "active");
  const where = isListed(shape);
  const resting = db
    .select({ id: auctionSearch.auctionId, price: sql`${auctionSearch.restingPriceMinor}`.as("price") })
    .from(auctionSearch)
    .where(and(not(isActive), where))
    .orderBy(...sortedBy([auctionSearch.restingPriceMinor, auctionSearch.auctionId], shape.order))
    .limit(upTo);
  const moving = db
    .select({ id: auctions.id, price: sql`${auctions.priceMinor}`.as("price") })
    .from(auctions)
    .innerJoin(auctionSearch, sql`${auctionSearch.auctionId} = ${auctions.id}`)
    .where(and(isOnStep(), isActive, where))
    .orderBy(...sortedBy([auctions.priceStep, auctions.priceMinor, auctions.id], shape.order))
    .limit(upTo);
  const found = unionAll(resting, moving).as("found");
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(...sortedBy([found.price, found.id], shape.order))
    .limit(constant(page.limit))
    .offset(offsetOf(page))
    .prepare("page by current price");
});
