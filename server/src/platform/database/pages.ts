// Reads one page of a list and the total number. It reads only ids, so that sorting works on narrow rows and the caller
// joins further columns for one page only.
import type { Pagination } from "@jara/shared/rest/common";
import type { Database, Param } from "./database.ts";

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export type Order = "asc" | "desc";
/** Descending (newest, highest or latest first) unless the request asks for ascending order. */
export const orderOf = ({ sortOrder }: { sortOrder?: Order | undefined }): Order =>
  sortOrder === "asc" ? "asc" : "desc";
/** The search text; empty if there is none. Zero bytes are removed, because no text in the database can have one. */
export const textOf = ({ search = "" }: { search?: string | undefined }): string =>
  search.trim().replaceAll("\u0000", "");

export const paginationOf = (page: number, limit: number, total: number): Pagination => ({
  current: page,
  pages: Math.max(1, Math.ceil(total / limit)),
  total,
  limit,
});

export interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Rows in the order of an index, so that reading a page reads little more than the page. */
export interface InOrder {
  readonly from: string;
  /** Orders rows with equal keys, in the same direction. */
  readonly id: string;
  /** Sort keys: the first one decides, the next one decides between equal rows. */
  readonly keys: readonly string[];
  readonly order: Order;
  readonly where: string;
  readonly params: readonly Param[];
}

/** One page of `limit` rows. If the total is known, a page beyond the middle is read from the end. */
export const pageOf = async (
  database: Database,
  { from, id, keys, order, where, params }: InOrder,
  { page, limit }: Page,
  total = Number.POSITIVE_INFINITY,
): Promise<string[]> => {
  const before = (page - 1) * limit;
  const size = Math.min(limit, total - before);
  if (size <= 0) return [];
  const after = total - before - size;
  const isFromEnd = after < before;
  const way = isFromEnd ? (order === "asc" ? "desc" : "asc") : order;
  const rows = await database.query<{ id: string }>(
    `select ${id} as id from ${from} where ${where} order by ${[...keys, id].map((key) => `${key} ${way}`).join(", ")}
     limit ${size} offset ${isFromEnd ? after : before}`,
    params,
  );
  const ids = rows.map((row) => row.id);
  return isFromEnd ? ids.reverse() : ids;
};

/** Rows that an index finds in no order. */
export interface Hits {
  readonly from: string;
  readonly id: string;
  readonly key: string;
  /**
   * The key comes from another table for each row. Then the hits are counted first, because there may be more than the
   * query sorts.
   */
  readonly isKeyCostly: boolean;
  readonly order: Order;
  readonly where: string;
  readonly params: readonly Param[];
}

/**
 * One page of search results. Fewer than `most` hits are collected, counted and sorted at once. For more, no exact
 * total is given, because every hit would have to be read. Hits are then so frequent that `walk`, which follows the
 * order without the text index, soon finds a page of them.
 */
export const searched = async (
  database: Database,
  { from, id, key, isKeyCostly, order, where, params }: Hits,
  page: Page,
  walk: () => Promise<readonly string[]>,
  most: number,
): Promise<Found> => {
  if (isKeyCostly) {
    const [row] = await database.query<{ total: number }>(
      `select count(*)::int as total from (select 1 from ${from} where ${where} limit ${most}) hits`,
      params,
    );
    if (row?.total === most) return { ids: await walk(), total: most };
  }
  const [row] = await database.query<{ total: number; ids: string | null }>(
    `with hits as materialized (
       select ${id} as id, ${key} as key from ${from} where ${where} limit ${most}
     )
     select (select count(*)::int from hits) as total, (
       select string_agg(id::text, ',' order by key ${order}, id ${order})
       from (select id, key from hits order by key ${order}, id ${order}
         limit ${page.limit} offset ${(page.page - 1) * page.limit}) p) as ids`,
    params,
  );
  const total = row?.total ?? 0;
  if (total === most) return { ids: await walk(), total };
  return { ids: row?.ids?.split(",") ?? [], total };
};
