// Reads auctions for the administrators' table: every status, filtered, in any order, one page at a time.
import type { AdminAuctionsQuery } from "@jara/shared/rest/admin-auctions";
import type { SortField } from "@jara/shared/rest/auctions";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import { and, not, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  type Found,
  type Hits,
  type Order,
  offsetOf,
  orderOf,
  type Page,
  pageOf,
  type SortKey,
  searched,
  sortedBy,
  textOf,
} from "../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { constant, hasValue } from "../../platform/database/statement-text.ts";
import { auctionHasText, hasTextAlongTheWay } from "../../platform/database/text-indexes.ts";
import { countAuctions } from "./auction-counts.ts";
import type { AuctionPage } from "./search/auction-listing.ts";
import { isOnStep, pageByPrice } from "./search/by-price.ts";

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

const findPage = async (
  database: Database,
  query: AdminAuctionsQuery,
  page: Page,
  searchTotalMax: number,
): Promise<Found> => {
  const { status, sortBy = "createdAt" } = query;
  const order = orderOf(query);
  const along = { from: auctionSearch, id: auctionSearch.auctionId, order };
  const walk = async (total?: number, text?: string): Promise<readonly string[]> => {
    // A constant: with a parameter the planner does not know the status, and would search all rows for the few of a
    // rare one.
    const where = and(
      status && hasValue(auctionSearch.status, status),
      text ? hasTextAlongTheWay(auctionSearch.text, text) : undefined,
    );
    if (sortBy === "currentPrice") return await pageByCurrentPrice(database, where, order, page);
    return await pageOf(database, { ...along, keys: [keys[sortBy]], where }, page, total);
  };
  const text = textOf(query);
  if (!text) {
    if (sortBy === "currentPrice" && status === "active") return await pageByPrice(database, noLimits, order, page);
    const total = await countAuctions(database, { status });
    return { ids: await walk(total), total };
  }
  const hits: Hits = {
    ...along,
    key: keys[sortBy],
    isKeyCostly: sortBy === "currentPrice",
    where: auctionHasText(text, status),
  };
  return await searched(database, hits, page, () => walk(undefined, text), searchTotalMax);
};

const noLimits = { minMinor: null, maxMinor: null, currency: undefined, hasReserve: undefined, hasBuyItNow: undefined };

/**
 * Reads the prices of active auctions from `auctions`, where bids write them, price step by price step. An index gives
 * all other auctions in order. `where` is about `auction_search`.
 */
const pageByCurrentPrice = async (
  { db }: Database,
  where: SQL | undefined,
  order: Order,
  page: Page,
): Promise<readonly string[]> => {
  const upTo = constant(page.page * page.limit);
  const isActive = hasValue(auctionSearch.status, "active");
  const resting = db
    .select({ id: auctionSearch.auctionId, price: sql`${auctionSearch.restingPriceMinor}`.as("price") })
    .from(auctionSearch)
    .where(and(not(isActive), where))
    .orderBy(...sortedBy([auctionSearch.restingPriceMinor, auctionSearch.auctionId], order))
    .limit(upTo);
  const moving = db
    .select({ id: auctions.id, price: sql`${auctions.priceMinor}`.as("price") })
    .from(auctions)
    .innerJoin(auctionSearch, sql`${auctionSearch.auctionId} = ${auctions.id}`)
    .where(and(isOnStep(), isActive, where))
    .orderBy(...sortedBy([auctions.priceStep, auctions.priceMinor, auctions.id], order))
    .limit(upTo);
  const found = unionAll(resting, moving).as("found");
  const rows = await db
    .select({ id: found.id })
    .from(found)
    .orderBy(...sortedBy([found.price, found.id], order))
    .limit(constant(page.limit))
    .offset(offsetOf(page));
  return rows.map(({ id }) => id);
};
