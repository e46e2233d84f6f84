// Reads one page of a list and the total number. It reads only ids, so that sorting works on narrow rows and the caller
// joins further columns for one page only.
import type { Pagination } from "@jara/shared/rest/common";
import { type AnyColumn, asc, count, desc, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type { Database } from "./database.ts";
import { prepared, preparedFor } from "./statements.ts";

export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The number of rows before the page. */
export const rowsBefore = ({ page, limit }: Page): number => (page - 1) * limit;

/**
 * A number in the statement's text, for `limit` and `offset`. Plans are made without the parameters' values
 * (postgres-client.ts), and the planner must know how few rows a page needs.
 */
export const literal = (value: number): Placeholder => sql.raw(String(Math.trunc(value))) as unknown as Placeholder;

/** The rows before the page. */
export const offsetOf = (page: Page) => literal(rowsBefore(page));

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

/** A column or an expression that rows are sorted by. */
export type SortKey = AnyColumn | SQL | SQL.Aliased;

export const sortedBy = (keys: readonly SortKey[], order: Order): SQL[] =>
  keys.map((key) => (order === "asc" ? asc(key) : desc(key)));

/**
 * The text of a list's statements depends on these values. A user's text is a placeholder, and comes with each call.
 */
export interface ListShape {
  readonly order: Order;
}
export type Values = Readonly<Record<string, unknown>>;

/**
 * The end of the list that is nearer to the page: skip `before` rows from that end, then read `size` rows. `size` is
 * not positive if the list has no such page.
 */
export const nearestEnd = (
  page: Page,
  total: number,
): { readonly isFromEnd: boolean; readonly size: number; readonly before: number } => {
  const before = rowsBefore(page);
  const size = Math.min(page.limit, total - before);
  const after = total - before - size;
  return after < before ? { isFromEnd: true, size, before: after } : { isFromEnd: false, size, before };
};

/** Rows in the order of an index, so that reading a page reads little more than the page. */
export interface InOrder {
  readonly from: PgTable | SQL;
  /** Orders rows with equal keys, in the same direction. */
  readonly id: AnyColumn;
  /** Sort keys: the first one decides, the next one decides between equal rows. */
  readonly keys: readonly SortKey[];
  readonly where: SQL | undefined;
}

/** Returns the function that reads one page. If the total is known, a page beyond the middle is read from the end. */
export const pagesOf = <Shape extends ListShape>(along: (shape: Shape) => InOrder) => {
  const part = preparedFor((db, { shape, ...part }: { shape: Shape; way: Order; size: number; before: number }) => {
    const { from, id, keys, where } = along(shape);
    return db
      .select({ id: sql<string>`${id}` })
      .from(from)
      .where(where)
      .orderBy(...sortedBy([...keys, id], part.way))
      .limit(literal(part.size))
      .offset(literal(part.before))
      .prepare("page");
  });
  return async (
    database: Database,
    shape: Shape,
    values: Values,
    page: Page,
    total = Number.POSITIVE_INFINITY,
  ): Promise<string[]> => {
    const { isFromEnd, size, before } = nearestEnd(page, total);
    if (size <= 0) return [];
    const way = isFromEnd ? (shape.order === "asc" ? "desc" : "asc") : shape.order;
    const rows = await part(database, { shape, way, size, before }).execute(values);
    const ids = rows.map((row) => row.id);
    return isFromEnd ? ids.reverse() : ids;
  };
};

/** Rows that an index finds in no order. */
export interface Hits {
  readonly from: PgTable;
  readonly id: AnyColumn;
  readonly key: SortKey;
  /**
   * The key comes from another table for each row. Then the hits are counted first, because there may be more than the
   * query sorts.
   */
  readonly isKeyCostly: boolean;
  readonly where: SQL | undefined;
}

/** Hits that are collected and sorted. For more, following the order is faster. */
export const HITS_SORTED_MAX = 1000;
/** A node counts the hits of a frequent word again after this time. Fewer hits are counted with each read. */
const COUNT_KEPT_MS = 10_000;
/** Characters of the searches whose counts a node keeps. */
const COUNTS_KEPT = 500_000;

/**
 * Returns the function that reads one page of search results and their exact number. Up to `most` hits are collected,
 * counted and sorted at once. More hits are so frequent that `walk`, which follows the order without the text index, soon
 * finds a page of them. Counting them means reading each, so a node does that once for all readers of some seconds.
 */
export const searchesOf = <Shape extends ListShape>(hitsOf: (shape: Shape) => Hits) => {
  const counted = preparedFor((db, { shape, most }: { shape: Shape; most: number | null }) => {
    const { from, where } = hitsOf(shape);
    const all = db
      .select({ one: sql`1`.as("one") })
      .from(from)
      .where(where);
    const hits = (most === null ? all : all.limit(literal(most))).as("hits");
    return db.select({ total: count() }).from(hits).prepare("number of hits");
  });
  const countHits = async (database: Database, shape: Shape, values: Values, most: number | null): Promise<number> => {
    const [row] = await counted(database, { shape, most }).execute(values);
    return row?.total ?? 0;
  };
  const countsOf = prepared(
    () =>
      new LRUCache<string, Promise<number>>({
        maxSize: COUNTS_KEPT,
        sizeCalculation: (_, key) => key.length,
        ttl: COUNT_KEPT_MS,
      }),
  );
  const countAll = (database: Database, shape: Shape, values: Values): Promise<number> => {
    const counts = countsOf(database);
    const key = JSON.stringify([{ ...shape, order: null }, values]);
    const known = counts.get(key);
    if (known) return known;
    const total = countHits(database, shape, values, null);
    counts.set(key, total);
    total.catch(() => counts.delete(key));
    return total;
  };
  const collected = preparedFor((db, { shape, page, most }: { shape: Shape; page: Page; most: number }) => {
    const { from, id, key, where = sql`true` } = hitsOf(shape);
    const by = sql.join(sortedBy([sql`key`, sql`id`], shape.order), sql`, `);
    // SQL, because Drizzle's builder has no `materialized`, and the hits must be collected only once.
    const found = sql`(
      with hits as materialized (
        select ${id} as id, ${key} as key from ${from} where ${where} limit ${literal(most)}
      )
      select (select count(*)::int from hits) as total, (
        select string_agg(id::text, ',' order by ${by})
        from (select id, key from hits order by ${by} limit ${literal(page.limit)} offset ${offsetOf(page)}) p
      ) as ids
    ) found`;
    return db.select({ total: sql<number>`total`, ids: sql<string | null>`ids` }).from(found).prepare("hits");
  });
  return async (
    database: Database,
    shape: Shape,
    values: Values,
    page: Page,
    walk: (total?: number) => Promise<readonly string[]>,
    most: number,
  ): Promise<Found> => {
    const isFrequent = hitsOf(shape).isKeyCostly && (await countHits(database, shape, values, most)) === most;
    if (!isFrequent) {
      const [row] = await collected(database, { shape, page, most }).execute(values);
      const found = toFound(row);
      if (found.total < most) return found;
    }
    // A page of the first half is read from the beginning, whatever the total is.
    if (2 * (rowsBefore(page) + page.limit) <= most) {
      const [ids, total] = await Promise.all([walk(), countAll(database, shape, values)]);
      return { ids, total };
    }
    const total = await countAll(database, shape, values);
    return { ids: await walk(total), total };
  };
};

/** A total and the ids of one page, separated by commas. */
export interface FoundRow extends Record<string, unknown> {
  readonly total: number;
  readonly ids: string | null;
}

export const toFound = (row: FoundRow | undefined): Found => ({
  ids: row?.ids?.split(",") ?? [],
  total: row?.total ?? 0,
});
