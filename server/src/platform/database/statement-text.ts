// Parts of SQL statements: values that stand in the text, because the planner must know them, and the database's clock.
import { type Column, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Like `eq`, with the value as a constant in the statement's text. Plans are made without the parameters' values
 * (database.ts), so only a constant lets the planner use a partial index. For values that the program knows.
 */
export const hasValue = <C extends Column>(column: C, value: C["_"]["data"] & string): SQL =>
  sql`${column} = ${sql.raw(`'${value.replaceAll("'", "''")}'`)}`;

/**
 * The source of a condition's values, by their names: placeholders of a prepared statement, or the columns of a table
 * of values, so that one statement compares with many of them.
 */
export type NamedValue = (name: string) => Placeholder | SQL;
export const placeholderOf: NamedValue = (name) => sql.placeholder(name);

/**
 * The database's clock, read anew for each row. `clock_now()` is the one function of the program that reads it, so that
 * a test can shift the clock of its own database (server/test/support/shift-clock.ts). one-clock.test.ts keeps all other
 * SQL from reading another clock.
 */
export const clockNow = sql`clock_now()`;

/** A time in a statement, in the format of the API. */
export const isoOf = (time: SQLWrapper): SQL =>
  sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A column's name without its table, as the lists of `insert` and `set` need it. */
export const nameOf = (column: Column): SQL => sql`${sql.identifier(column.name)}`;
