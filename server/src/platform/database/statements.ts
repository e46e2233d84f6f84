// Small parts of typed statements that Drizzle has no word for.
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "./arrays.ts";
import type { Database, Db } from "./database.ts";

/** Columns of a result, as `select` takes them. */
export type Columns = Parameters<Db["select"]>[0] & object;

/**
 * Builds a statement once for each database, because building costs more than running a short one. Values that differ
 * from call to call are `sql.placeholder`s, and the statement ends with `.prepare(name)`.
 */
export const prepared = <Statement>(build: (db: Db) => Statement): ((database: Database) => Statement) => {
  const built = new WeakMap<Database, Statement>();
  return (database) => {
    const known = built.get(database);
    if (known) return known;
    const statement = build(database.db);
    built.set(database, statement);
    return statement;
  };
};

/** The column is one of these ids. One parameter, so that the statement's text does not depend on their number. */
export const isAnyOf = (column: AnyColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${arrayLiteral(ids)}::uuid[])`;

/** Like `isAnyOf`, for a prepared statement: the placeholder stands for an array literal. */
export const isAnyOfPlaceholder = (column: AnyColumn, name: string): SQL =>
  sql`${column} = any(${sql.placeholder(name)}::uuid[])`;

/** The database's clock. In a sub-select it is read once, so that a comparison with it can use an index. */
export const databaseNow = sql`(select clock_timestamp())`;

/** Whether a value is there, as a column of the result. */
export const isPresent = (column: AnyColumn): SQL<boolean> => sql<boolean>`${column} is not null`;
