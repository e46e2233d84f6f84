// Parts of SQL statements: values that stand in the text as constants, because the planner must know them, and parts
// that Drizzle's builder does not have: it inserts what a select returns only if it fills every column, and it has no
// `materialized`.
import {
  type Column,
  getTableColumns,
  getTableName,
  isSQLWrapper,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Like `eq`, with the value as a constant in the statement's text. Plans are made without the parameters' values
 * (database.ts), so only a constant lets the planner use a partial index. For values that the program knows.
 */
export const hasValue = <C extends Column>(column: C, value: C["_"]["data"] & string): SQL =>
  sql`${column} = ${sql.raw(`'${value.replaceAll("'", "''")}'`)}`;

/** A number in the statement's text, for the same reason: the planner must know how few rows a page needs. */
export const constant = (value: number): Placeholder => sql.raw(String(Math.trunc(value))) as unknown as Placeholder;

/**
 * The source of a condition's values, by their names: placeholders of a prepared statement, or the columns of a table
 * of values, so that one statement compares with many of them.
 */
export type NamedValue = (name: string) => Placeholder | SQL;
export const placeholderOf: NamedValue = (name) => sql.placeholder(name);

type Cells<T extends PgTable> = { [K in keyof T["$inferInsert"]]: T["$inferInsert"][K] | SQLWrapper };

/**
 * `insert into table (columns) select values`, for an insert within a statement of several parts. Follow it with the
 * rows that it selects from, or nothing. A column with a default function gets its value unless a cell is given.
 */
export const insertSelect = <T extends PgTable>(table: T, given: Cells<T>): SQL => {
  const columns = getTableColumns(table);
  const cells: Record<string, unknown> = { ...given };
  for (const [key, { defaultFn }] of Object.entries(columns)) {
    if (defaultFn && !(key in cells)) cells[key] = defaultFn() ?? null;
  }
  const names = Object.keys(cells).map((key) => columns[key]);
  const values = Object.entries(cells).map(([key, cell]) =>
    isSQLWrapper(cell) ? cell : sql.param(cell, columns[key]),
  );
  return sql`insert into ${table} (${sql.join(
    names.map((column) => nameOf(column as Column)),
    sql`, `,
  )})
    select ${sql.join(values, sql`, `)}`;
};

/**
 * The database's clock, read anew for each row. `clock_now()` is the one function of the program that reads it, so that
 * a test can shift the clock of its own database (server/test/support/shift-clock.ts). one-clock.test.ts keeps all other
 * SQL from reading another clock.
 */
export const clockNow = sql`clock_now()`;
/** Reads the clock once for all parts of a statement: the first part of a `with`. Its value is `clockAt`. */
export const clockPart = sql`clock as materialized (select clock_now() as at)`;
export const clockAt = sql`clock.at`;

/** A time in a statement, in the format of the API. */
export const isoOf = (time: SQLWrapper): SQL =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A column's name without its table, as the lists of `insert` and `set` need it. */
export const nameOf = (column: Column): SQL => sql`${sql.identifier(column.name)}`;

/**
 * A column with its table's name, also where Drizzle leaves the name out: in a sub-select within the fields of a select
 * from one table.
 */
export const qualified = (column: Column): SQL => sql`${sql.identifier(getTableName(column.table))}.${nameOf(column)}`;

/**
 * A table under another name, in a statement that is SQL: `from ${open.table} where ${open.endsAt} > …`. Unlike those
 * of Drizzle's `alias`, its columns keep that name also in the fields of a select from one table.
 */
export const aliased = <T extends PgTable>(
  table: T,
  name: string,
): { readonly table: SQL } & Readonly<Record<keyof T["$inferSelect"] & string, SQL>> => {
  const alias = sql.identifier(name);
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => [key, sql`${alias}.${nameOf(column)}`]);
  return { ...Object.fromEntries(columns), table: sql`${table} ${alias}` };
};

/** The names of a table and its columns, for a statement that is built as text. */
export const namesOf = <T extends PgTable>(table: T): Record<keyof T["$inferSelect"] | "table", string> =>
  Object.fromEntries([
    ["table", getTableName(table)],
    ...Object.entries(getTableColumns(table)).map(([key, column]) => [key, column.name]),
  ]);
