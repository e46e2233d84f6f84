// Reading auctions for administrators' table: of every status, filtered, in any order, a page at a time.
import type { AdminAuctionsQuery } from "@jara/shared/rest";
import type { AuctionRow } from "../auction-rows.ts";
import { auctionColumns, auctionJoins, toState } from "../auction-rows.ts";
import type { Database, Param } from "../database.ts";
import { type AuctionPage, likeText, sortColumns } from "./auctions.ts";

/** The page's ids first, so that an order is kept over narrow rows and only a page is joined. */
export const listAllAuctions = async (
  database: Database,
  { status, search, sortBy = "createdAt", sortOrder }: AdminAuctionsQuery,
  { page, limit }: { page: number; limit: number },
): Promise<AuctionPage> => {
  const params: Param[] = [];
  const conditions = ["a.removed_at is null"];
  // As a constant: with the others' number unknown, the few of a rare status would be looked for among all.
  if (status) conditions.push(`a.status = '${status}'`);
  const text = search?.trim();
  if (text) {
    params.push(likeText(text));
    conditions.push("(a.title ilike $1::text or a.description ilike $1::text or a.location ilike $1::text)");
  }
  const order = sortOrder === "asc" ? "asc" : "desc";
  const where = conditions.join(" and ");
  const by = `order by ${sortColumns[sortBy]} ${order}, a.id ${order}`;
  const counting = database.query<{ total: number }>(
    `select count(*)::int as total from auctions a where ${where}`,
    params,
  );
  const reading = database.query<AuctionRow>(
    `select ${auctionColumns}
     from (select a.id as on_page from auctions a where ${where} ${by} limit ${limit} offset ${(page - 1) * limit}) page
     join (${auctionJoins}) on a.id = on_page ${by}`,
    params,
  );
  const [[count], rows] = await Promise.all([counting, reading]);
  return { auctions: rows.map((row) => toState(row)), total: count?.total ?? 0 };
};
