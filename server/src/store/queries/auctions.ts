// Reading auctions: the listing with its filters, one, an admin's own. Names and amounts come out as states; what of
// them may be shown is to-public's business.

import { toMinor } from "@jara/shared/money";
import type { AuctionListQuery, SortField } from "@jara/shared/rest";
import type { AuctionState } from "../../auction/state.ts";
import { arrayLiteral } from "../arrays.ts";
import { type AuctionRow, auctionColumns, auctionJoins, toState } from "../auction-rows.ts";
import type { Database, Param } from "../database.ts";
import { isUuid } from "../engine-store.ts";
import { hasText, textParam } from "../text-indexes.ts";
import { type Page, rowsOf } from "./pages.ts";

/** Of `auction_search s`, or, where the current price matters, of `auctions a`: only they have it. */
const orderBy: Record<SortField, { readonly search: string; readonly auction: string }> = {
  createdAt: { search: "s.created_at", auction: "a.created_at" },
  startingPrice: { search: "s.starting_price_minor", auction: "a.starting_price_minor" },
  currentPrice: { search: "", auction: "a.price_minor" },
  endTime: { search: "s.ends_at", auction: "a.ends_at" },
  title: { search: "s.title", auction: "lower(a.title)" },
};

export interface AuctionPage {
  readonly auctions: AuctionState[];
  readonly total: number;
}

/** Active auctions, one page of them and the number of all. Price limits are compared in each auction's own currency. */
export const listAuctions = async (database: Database, query: AuctionListQuery, page: Page): Promise<AuctionPage> => {
  const { minPrice, maxPrice, currency, hasReserve, hasBuyItNow, sortBy = "createdAt", sortOrder } = query;
  const params: Param[] = [];
  const param = (value: Param): string => `$${params.push(value)}::text`;
  const search = query.search?.trim().replaceAll("\u0000", "");
  const byPrice = sortBy === "currentPrice" || minPrice !== undefined || maxPrice !== undefined;
  const conditions = [];
  if (search || !byPrice) {
    conditions.push("s.status = 'active'");
    if (search) conditions.push(hasText("s.text", param(textParam(search)), search));
    if (currency) conditions.push(`s.currency = ${param(currency)}`);
    if (hasReserve !== undefined) conditions.push(`s.has_reserve = ${hasReserve}`);
    if (hasBuyItNow !== undefined) conditions.push(`s.has_buy_it_now = ${hasBuyItNow}`);
  } else {
    conditions.push("a.status = 'active'", "a.removed_at is null");
    if (currency) conditions.push(`a.currency = ${param(currency)}`);
    if (hasReserve !== undefined) conditions.push(`(a.reserve_minor is not null) = ${hasReserve}`);
    if (hasBuyItNow !== undefined) conditions.push(`(a.buy_it_now_minor is not null) = ${hasBuyItNow}`);
  }
  if (minPrice !== undefined) conditions.push(`a.price_minor >= ${param(toMinor(minPrice))}::bigint`);
  if (maxPrice !== undefined) conditions.push(`a.price_minor <= ${param(toMinor(maxPrice))}::bigint`);

  const both = "auction_search s join auctions a on a.id = s.auction_id";
  const { ids, total } = await rowsOf(database, {
    from: !byPrice ? "auction_search s" : search ? both : "auctions a",
    id: search || !byPrice ? "s.auction_id" : "a.id",
    where: conditions.join(" and "),
    key: orderBy[sortBy][byPrice ? "auction" : "search"],
    order: sortOrder === "asc" ? "asc" : "desc",
    isCostly: Boolean(search) || byPrice,
    params,
    page,
  });
  const auctions = await inOrder(database, ids);
  // One may have ended since it was found.
  return { auctions: auctions.filter(({ status }) => status === "active"), total };
};

/** Without its maxima: they are nobody's business here. */
export const findAuction = async (database: Database, id: string): Promise<AuctionState | null> => {
  const [auction] = await findAuctions(database, [id]);
  return auction ?? null;
};

/** One that was taken away too: for its log. */
export const findAnyAuction = async (database: Database, id: string): Promise<AuctionState | null> => {
  if (!isUuid(id)) return null;
  const [row] = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.id = $1::text::uuid`,
    [id],
  );
  return row ? toState(row) : null;
};

export const findAuctions = async (database: Database, ids: readonly string[]): Promise<AuctionState[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.id = any($1::text::uuid[]) and a.removed_at is null`,
    [arrayLiteral(known)],
  );
  return rows.map((row) => toState(row));
};

/** Those of a page, in its order. One that was taken away meanwhile is missing. */
export const inOrder = async (database: Database, ids: readonly string[]): Promise<AuctionState[]> => {
  const byId = new Map((await findAuctions(database, ids)).map((auction) => [auction.id, auction]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

export const auctionsOfSeller = async (database: Database, sellerId: string): Promise<AuctionState[]> => {
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.seller_id = $1::text::uuid and a.removed_at is null
     order by a.created_at desc, a.id desc limit 500`,
    [sellerId],
  );
  return rows.map((row) => toState(row));
};
