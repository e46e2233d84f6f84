// One page of a list and the number of all: the ids alone, so that an order is kept over narrow rows and whoever wants
// more joins no more than a page.
import type { Database, Param } from "../database.ts";

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export interface Listing {
  readonly from: string;
  /** Decides between equal keys, in the same order. */
  readonly id: string;
  readonly key: string;
  readonly order: "asc" | "desc";
  readonly where: string;
  readonly params: readonly Param[];
  readonly page: Page;
  /** No index says which rows it has or in which order: they are found once, for the number and the page together. */
  readonly isCostly: boolean;
}

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

export const rowsOf = (database: Database, listing: Listing): Promise<Found> =>
  listing.isCostly ? foundOnce(database, listing) : countedFirst(database, listing);

const foundOnce = async (database: Database, listing: Listing): Promise<Found> => {
  const { from, id, key, order, where, params, page } = listing;
  const [row] = await database.query<{ total: number; ids: string | null }>(
    `with hits as materialized (select ${id} as id, ${key} as key from ${from} where ${where})
     select (select count(*)::int from hits) as total, (
       select string_agg(id::text, ',' order by key ${order}, id ${order})
       from (select id, key from hits order by key ${order}, id ${order}
         limit ${page.limit} offset ${(page.page - 1) * page.limit}) p) as ids`,
    params,
  );
  return { ids: row?.ids?.split(",") ?? [], total: row?.total ?? 0 };
};

/** A page beyond the middle is walked to from the end. */
const countedFirst = async (database: Database, listing: Listing): Promise<Found> => {
  const { from, id, key, order, where, params, page } = listing;
  const [count] = await database.query<{ total: number }>(
    `select count(*)::int as total from ${from} where ${where}`,
    params,
  );
  const total = count?.total ?? 0;
  const before = (page.page - 1) * page.limit;
  const limit = Math.min(page.limit, total - before);
  if (limit <= 0) return { ids: [], total };
  const after = total - before - limit;
  const isFromEnd = after < before;
  const way = isFromEnd ? (order === "asc" ? "desc" : "asc") : order;
  const rows = await database.query<{ id: string }>(
    `select ${id} as id from ${from} where ${where} order by ${key} ${way}, ${id} ${way}
     limit ${limit} offset ${isFromEnd ? after : before}`,
    params,
  );
  const ids = rows.map((row) => row.id);
  return { ids: isFromEnd ? ids.reverse() : ids, total };
};
