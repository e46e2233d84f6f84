// Builds typed statements once for each database (`prepared`), and has the small SQL expressions that Drizzle's builder
// lacks.
import { type Column, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import { arrayLiteral } from "./arrays.ts";
import type { Database, Db } from "./database.ts";
import { nameOf, placeholderOf } from "./statement-text.ts";

/** Columns of a result, as `select` takes them. */
export type Columns = Parameters<Db["select"]>[0] & object;

/**
 * Builds a statement once for each database, because building costs more than running a short one. Values that differ
 * from call to call are `sql.placeholder`s, and the statement ends with `.prepare(name)`.
 */
export const prepared = <Statement>(build: (db: Db) => Statement): ((database: Pick<Database, "db">) => Statement) => {
  const built = new WeakMap<Db, Statement>();
  return ({ db }) => {
    const known = built.get(db);
    if (known) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
};

/** More shapes than users ask for again and again. A list has one for each page. */
const MAX_SHAPES = 100;

/**
 * Like `prepared`, for a statement of several shapes, which is built once for each. A shape is plain data, and the
 * statement depends on nothing else; what a user writes is a placeholder.
 */
export const preparedFor = <Shape extends object, Statement extends object>(
  build: (db: Db, shape: Shape) => Statement,
): ((database: Pick<Database, "db">, shape: Shape) => Statement) => {
  const shapesOf = prepared((): LRUCache<string, Statement> => new LRUCache({ max: MAX_SHAPES }));
  return (database, shape) => {
    const shapes = shapesOf(database);
    const key = JSON.stringify(shape);
    const known = shapes.get(key) ?? build(database.db, shape);
    shapes.set(key, known);
    return known;
  };
};

/** The column is one of these values. One parameter, so that the statement's text does not depend on their number. */
export const isAnyOf = (column: Column, values: readonly string[]): SQL => anyOf(column, arrayLiteral(values));

/** Like `isAnyOf`, for a prepared statement: the placeholder stands for an array literal. */
export const isAnyOfPlaceholder = (column: Column, name: string, value = placeholderOf): SQL =>
  anyOf(column, value(name));

const anyOf = (column: Column, array: string | Placeholder | SQL): SQL =>
  sql`${column} = any(${array}::${sql.raw(column.getSQLType())}[])`;

/** The database's clock. In a sub-select it is read once, so that a comparison with it can use an index. */
export const databaseNow = sql`(select clock_now())`;

/** One reading of the database's clock, for statements that write it in several places. */
export const clockOf = (db: Db) =>
  db.$with("clock", { at: sql<number>`at`.as("at") }).as(sql`select clock_now() as at`);

/** The database's clock in epoch ms, rounded down. */
export const nowMs = sql<number>`floor(extract(epoch from clock_now()) * 1000)::float8`;

export const readNow = async (db: Db): Promise<number> => {
  const [row] = await db.select({ now: nowMs }).from(oneRow);
  if (!row) throw new Error("no row");
  return row.now;
};

/** Whether a value is there, as a column of the result. */
export const isPresent = (column: Column): SQL<boolean> => sql<boolean>`${column} is not null`;

/**
 * Rows for `insert(table).select(…)` as one parameter, so that the statement's text does not depend on their number. A row
 * has every column, because the table's defaults do not apply.
 */
export const allRows = <T extends PgTable>(table: T, rows: readonly T["$inferSelect"][]): SQL => {
  const columns = Object.entries(getTableColumns(table));
  const json = rows.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, cellOf(column, (row as Row)[key])])),
  );
  const names = columns.map(([, column]) => nameOf(column));
  return sql`select ${sql.join(names, sql`, `)}
    from json_populate_recordset(null::${table}, ${JSON.stringify(json)}::json)`;
};
type Row = Record<string, unknown>;
/** Times are the columns with a type of our own. */
const cellOf = (column: Column, value: unknown): unknown =>
  column.dataType === "custom" && value !== null ? column.mapToDriverValue(value) : value;

/** To select from, where the result consists of sub-selects alone. */
export const oneRow = sql`(select) as one_row`;

/** The value that an `on conflict` could not insert. */
export const excluded = (column: Column): SQL => sql`excluded.${nameOf(column)}`;

/** The column's value and one more. */
export const increased = (column: Column): SQL => sql`${column} + 1`;
