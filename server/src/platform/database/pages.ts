// One page of a list and the number of all: the ids alone, so that an order is kept over narrow rows and whoever wants
// more joins no more than a page.
import type { Pagination } from "@jara/shared/rest/common";
import type { Database, Param } from "./database.ts";

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export type Order = "asc" | "desc";
/** The newest, highest or latest first, unless asked for otherwise. */
export const orderOf = ({ sortOrder }: { sortOrder?: Order | undefined }): Order =>
  sortOrder === "asc" ? "asc" : "desc";
/** What is searched for; empty for nothing. No text in the database can have a zero byte. */
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

/** Rows in an order that an index has: reading a page of them reads little more than the page. */
export interface InOrder {
  readonly from: string;
  /** Decides between equal keys, in the same order. */
  readonly id: string;
  /** The first decides, the next between its equals. */
  readonly keys: readonly string[];
  readonly order: Order;
  readonly where: string;
  readonly params: readonly Param[];
}

/** A page of so many rows. Beyond the middle it is walked to from the end, if their number is known. */
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
  /** Taken from another table for each: then they are counted first, as there may be more than are put in order. */
  readonly isKeyCostly: boolean;
  readonly order: Order;
  readonly where: string;
  readonly params: readonly Param[];
}

/**
 * A page of what was searched for. Up to `most` all hits are gathered, counted and put in order at once. Of
 * more than that no exact number is told, since each would have to be looked at; they are so frequent that `walk`, which
 * goes along the order without the index that finds texts, meets a page of them soon.
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
