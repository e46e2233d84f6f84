// Reads auctions for the administrators' table: every status, filtered, in any order, one page at a time.
import type { AdminAuctionsQuery } from "@jara/shared/rest/admin-auctions";
import type { SortField } from "@jara/shared/rest/auctions";
import { SEARCH_TOTAL_MAX } from "@jara/shared/search-total";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  type Found,
  type Hits,
  type InOrder,
  orderOf,
  type Page,
  pageOf,
  searched,
  textOf,
} from "../../platform/database/pages.ts";
import { auctionHasText, hasTextAlongTheWay, textParam } from "../../platform/database/text-indexes.ts";
import { countAuctions } from "./auction-counts.ts";
import type { AuctionPage } from "./search/auction-listing.ts";
import { pageByPrice } from "./search/by-price.ts";

const keys: Record<SortField, string> = {
  createdAt: "s.created_at",
  startingPrice: "s.starting_price_minor",
  // For a search, the price is looked up only for the active hits.
  currentPrice: "coalesce(s.resting_price_minor, (select price_minor from auctions where id = s.auction_id))",
  endTime: "s.ends_at",
  title: "s.title",
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
  // Write statuses as constants. With a parameter the planner does not know the status, and would search all rows for
  // the few of a rare one.
  const ofStatus = status ? [`s.status = '${status}'`] : [];
  const walk = async (total?: number, text?: string): Promise<readonly string[]> => {
    const has = text ? [hasTextAlongTheWay("s.text", "$1", text)] : [];
    const where = [...ofStatus, ...has].join(" and ") || "true";
    const params = text ? [text] : [];
    if (sortBy === "currentPrice") return await pageByCurrentPrice(database, { where, params, order }, page);
    const along = { from: "auction_search s", id: "s.auction_id", keys: [keys[sortBy]], order, where, params };
    return await pageOf(database, along, page, total);
  };
  const text = textOf(query);
  if (!text) {
    if (sortBy === "currentPrice" && status === "active") return await pageByPrice(database, noLimits, order, page);
    const total = await countAuctions(database, { status });
    return { ids: await walk(total), total };
  }
  const where = auctionHasText("$1", text, status);
  const hits: Hits = {
    from: "auction_search s",
    id: "s.auction_id",
    key: keys[sortBy],
    isKeyCostly: sortBy === "currentPrice",
    order,
    where,
    params: [textParam(text)],
  };
  return await searched(database, hits, page, () => walk(undefined, text), searchTotalMax);
};

const noLimits = { minMinor: null, maxMinor: null, currency: undefined, hasReserve: undefined, hasBuyItNow: undefined };

/**
 * Reads the prices of active auctions from `auctions`, where bids write them, price step by price step. An index gives
 * all other auctions in order. `where` is about `auction_search s`.
 */
const pageByCurrentPrice = async (
  database: Database,
  { where, params, order }: Pick<InOrder, "where" | "params" | "order">,
  { page, limit }: Page,
): Promise<readonly string[]> => {
  const upTo = page * limit;
  const by = `order by price ${order}, id ${order}`;
  const rows = await database.query<{ id: string }>(
    `select id from (
       (select s.auction_id as id, s.resting_price_minor as price from auction_search s
        where s.status <> 'active' and ${where} ${by} limit ${upTo})
       union all
       (select a.id, a.price_minor from auctions a join auction_search s on s.auction_id = a.id
        where a.status = 'active' and a.removed_at is null and s.status = 'active' and ${where}
        order by a.price_step ${order}, a.price_minor ${order}, a.id ${order} limit ${upTo})
     ) found ${by} limit ${limit} offset ${upTo - limit}`,
    params,
  );
  return rows.map(({ id }) => id);
};
