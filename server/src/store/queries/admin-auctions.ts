// Reading auctions for administrators' table: of every status, filtered, in any order, a page at a time.
import type { AdminAuctionsQuery, SortField } from "@jara/shared/rest";
import type { Database, Param } from "../database.ts";
import { hasText, textParam } from "../text-indexes.ts";
import { type AuctionPage, inOrder } from "./auctions.ts";
import { type Page, rowsOf } from "./pages.ts";

const keys: Record<SortField, string> = {
  createdAt: "s.created_at",
  startingPrice: "s.starting_price_minor",
  // Looked up for the active ones of a search's hits alone.
  currentPrice: "coalesce(s.resting_price_minor, (select price_minor from auctions where id = s.auction_id))",
  endTime: "s.ends_at",
  title: "s.title",
};

export const listAllAuctions = async (
  database: Database,
  { status, search, sortBy = "createdAt", sortOrder }: AdminAuctionsQuery,
  page: Page,
): Promise<AuctionPage> => {
  const order = sortOrder === "asc" ? "asc" : "desc";
  const params: Param[] = [];
  // Statuses as constants: with the others' number unknown, the few of a rare one would be looked for among all.
  const conditions = status ? [`s.status = '${status}'`] : [];
  const text = search?.trim().replaceAll("\u0000", "");
  if (text) {
    const has = hasText("s.text", `$${params.push(textParam(text))}`, text);
    // Open and other auctions have indexes of their own.
    conditions.push(status ? has : `(s.status = 'active' and ${has} or s.status <> 'active' and ${has})`);
  }
  if (sortBy === "currentPrice" && !text) {
    const found = await byCurrentPrice(database, status, order, page);
    return { auctions: await inOrder(database, found.ids), total: found.total };
  }
  const { ids, total } = await rowsOf(database, {
    from: "auction_search s",
    id: "s.auction_id",
    where: conditions.join(" and ") || "true",
    key: keys[sortBy],
    order,
    isCostly: Boolean(text),
    params,
    page,
  });
  return { auctions: await inOrder(database, ids), total };
};

/** The prices of active auctions are read where bids write them, those of all others come in order from an index. */
const byCurrentPrice = async (
  database: Database,
  status: AdminAuctionsQuery["status"],
  order: "asc" | "desc",
  { page, limit }: Page,
): Promise<{ ids: readonly string[]; total: number }> => {
  const upTo = page * limit;
  const by = `order by price ${order}, id ${order}`;
  const active = `(select a.id, a.price_minor as price from auctions a
    where a.status = 'active' and a.removed_at is null ${by} limit ${upTo})`;
  const others = `(select s.auction_id as id, s.resting_price_minor as price from auction_search s
    where s.status <> 'active' ${status ? `and s.status = '${status}'` : ""} ${by} limit ${upTo})`;
  const from = status === "active" ? active : status ? others : `(${active} union all ${others})`;
  const counting = database.query<{ total: number }>(
    `select count(*)::int as total from auction_search ${status ? `where status = '${status}'` : ""}`,
  );
  const reading = database.query<{ id: string }>(
    `select id from ${from} found ${by} limit ${limit} offset ${upTo - limit}`,
  );
  const [[count], rows] = await Promise.all([counting, reading]);
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 };
};
