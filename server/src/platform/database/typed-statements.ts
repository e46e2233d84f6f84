// Drizzle's builder of typed statements, over this program's own functions that run a statement, so that their time
// limit, their prepared statements and their parameters as text hold for typed statements too.
import { drizzle, type PgRemoteDatabase, PgRemoteSession, PreparedQuery } from "drizzle-orm/pg-proxy";
import { type Fields, type Joins, mapperOf } from "./map-rows.ts";

export type Param = string | number | boolean | null;
export type Row = Record<string, unknown>;

/** Without Drizzle's own transactions: `database.transaction` runs them. */
export type Db = Omit<PgRemoteDatabase<Record<string, never>>, "transaction">;

/**
 * Drizzle's own error would repeat the statement's parameters, which may be secret. The driver's error goes through.
 */
Object.assign(PreparedQuery.prototype, {
  queryWithCache: <T>(_text: string, _params: unknown[], run: () => Promise<T>): Promise<T> => run(),
});

type Prepare = (
  query: unknown,
  fields: Fields | undefined,
  name: unknown,
  isInArrays: boolean,
  map?: (rows: unknown[][]) => unknown,
  ...more: unknown[]
) => { readonly joinsNotNullableMap?: Joins };

const { prepareQuery } = PgRemoteSession.prototype as unknown as { prepareQuery: Prepare };

/** Rows are mapped by our own mapper, because Drizzle's takes several times as long. */
const mapRows = (session: object): void => {
  Object.assign(session, {
    prepareQuery(this: unknown, ...[query, fields, name, isInArrays, _map, ...more]: Parameters<Prepare>) {
      let mapRow: ReturnType<typeof mapperOf> | undefined;
      const map = (rows: unknown[][]) => {
        if (!fields) return rows;
        mapRow ??= mapperOf(fields, statement.joinsNotNullableMap);
        return rows.map(mapRow);
      };
      const statement = prepareQuery.call(this, query, fields, name, isInArrays, fields && map, ...more);
      return statement;
    },
  });
};

/**
 * `rows` runs one statement and returns rows by name, `cells` the same rows as arrays in the order of their columns.
 */
export const openTyped = (
  rows: (text: string, params: readonly Param[]) => Promise<Row[]>,
  cells: (text: string, params: readonly Param[]) => Promise<unknown[][]>,
): Db => {
  const db = drizzle(async (text, params, method) => ({
    rows: await (method === "execute" ? rows : cells)(text, params),
  }));
  mapRows(db._.session);
  return db;
};
