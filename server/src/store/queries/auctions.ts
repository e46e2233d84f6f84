// Reading auctions: the listing with its filters, one, an admin's own. Names and amounts come out as states; what of
// them may be shown is to-public's business.

import { toMinor } from "@jara/shared/money";
import type { AuctionListQuery, SortField } from "@jara/shared/rest";
import type { AuctionState } from "../../auction/state.ts";
import { arrayLiteral } from "../arrays.ts";
import { type AuctionRow, auctionColumns, auctionJoins, toState } from "../auction-rows.ts";
import type { Database, Param } from "../database.ts";
import { isUuid } from "../engine-store.ts";

export const sortColumns: Record<SortField, string> = {
  createdAt: "a.created_at",
  startingPrice: "a.starting_price_minor",
  currentPrice: "a.price_minor",
  endTime: "a.ends_at",
  title: "lower(a.title)",
};

export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export interface AuctionPage {
  readonly auctions: AuctionState[];
  readonly total: number;
}

/** Active auctions, one page of them and the number of all. Price limits are compared in each auction's own currency. */
export const listAuctions = async (
  database: Database,
  query: AuctionListQuery,
  page: { page: number; limit: number },
): Promise<AuctionPage> => {
  const params: Param[] = [];
  const param = (value: Param): string => `$${params.push(value)}::text`;
  const conditions = ["a.status = 'active'"];
  const search = query.search?.trim().replaceAll("\u0000", "");
  if (search) {
    const text = param(likeText(search));
    conditions.push(`(a.title ilike ${text} or a.description ilike ${text} or a.location ilike ${text})`);
  }
  if (query.minPrice !== undefined) conditions.push(`a.price_minor >= ${param(toMinor(query.minPrice))}::bigint`);
  if (query.maxPrice !== undefined) conditions.push(`a.price_minor <= ${param(toMinor(query.maxPrice))}::bigint`);
  if (query.currency) conditions.push(`a.currency = ${param(query.currency)}`);
  if (query.hasReserve !== undefined) conditions.push(`(a.reserve_minor is not null) = ${query.hasReserve}`);
  if (query.hasBuyItNow !== undefined) conditions.push(`(a.buy_it_now_minor is not null) = ${query.hasBuyItNow}`);

  const order = query.sortOrder === "asc" ? "asc" : "desc";
  const where = conditions.join(" and ");
  const [count] = await database.query<{ total: number }>(
    `select count(*)::int as total from auctions a where ${where}`,
    params,
  );
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where ${where}
     order by ${sortColumns[query.sortBy ?? "createdAt"]} ${order}, a.id ${order}
     limit ${page.limit} offset ${(page.page - 1) * page.limit}`,
    params,
  );
  return { auctions: rows.map((row) => toState(row)), total: count?.total ?? 0 };
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
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.id = any($1::text::uuid[]) and a.removed_at is null`,
    [arrayLiteral(ids.filter(isUuid))],
  );
  return rows.map((row) => toState(row));
};

export const auctionsOfSeller = async (database: Database, sellerId: string): Promise<AuctionState[]> => {
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.seller_id = $1::text::uuid and a.removed_at is null
     order by a.created_at desc, a.id desc limit 500`,
    [sellerId],
  );
  return rows.map((row) => toState(row));
};
