// Drizzle's builder of typed statements, over this program's own functions that run a statement, so that their time
// limit, their prepared statements and their parameters as text hold for typed statements too.
import { drizzle, type PgRemoteDatabase, PreparedQuery } from "drizzle-orm/pg-proxy";
import type { Wakes } from "../jobs/wake.ts";

export type Param = string | number | boolean | null;
export type Row = Record<string, unknown>;

/**
 * Without Drizzle's own transactions: `database.transaction` runs them. `wake` wakes loops at once, or, within a
 * transaction, after its commit.
 */
export type Db = Omit<PgRemoteDatabase<Record<string, never>>, "transaction"> & Pick<Wakes, "wake">;

/**
 * Drizzle's own error would repeat the statement's parameters, which may be secret. The driver's error goes through.
 */
Object.assign(PreparedQuery.prototype, {
  queryWithCache: <T>(_text: string, _params: unknown[], run: () => Promise<T>): Promise<T> => run(),
});

/**
 * `rows` runs one statement and returns rows by name, `cells` the same rows as arrays in the order of their columns.
 */
export const openTyped = (
  rows: (text: string, params: readonly Param[]) => Promise<Row[]>,
  cells: (text: string, params: readonly Param[]) => Promise<unknown[][]>,
  wake: Wakes["wake"],
): Db => {
  const db = drizzle(async (text, params, method) => ({
    rows: await (method === "execute" ? rows : cells)(text, params),
  }));
  return Object.assign(db, { wake });
};
