// Reads one part of the file with a person's own data from its table, page by page, so that any number of rows needs little
// memory.
import { and, asc, eq, is, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { isThisPublicLot } from "../../engine/reads/public-lots.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";

const READ_AT_ONCE = 1_000;

export type Cell = string | number | boolean | object | null;
export type Row = Readonly<Record<string, Cell>>;

export interface Part {
  /** The name of its files. */
  readonly name: string;
  /** One sentence for the README. */
  readonly says: string;
  readonly columns: readonly string[];
  read(database: Database, userId: string): AsyncGenerator<readonly Row[]>;
}

type Value = PgColumn | SQL;
interface Source {
  readonly name: string;
  readonly says: string;
  readonly table: PgTable;
  /** Selects the person's rows. */
  readonly of: (userId: string) => SQL | undefined;
  /** Rows are in the order of this time and then of this value, which is unique. */
  readonly at: Value;
  readonly id: Value;
  /** Set if the rows are about lots: then the lot's title is read too, unless the lot is no longer public. */
  readonly lot?: PgColumn;
  readonly columns: Readonly<Record<string, Value>>;
  /** Changes a row that was read. */
  readonly shown?: (row: Row) => Row;
}

export const major = (column: PgColumn): SQL => sql`${column} / 100.0::float8`;
const isTime = (value: Value): boolean => is(value, PgColumn) && value.getSQLType().startsWith("timestamp");
export const ofColumn = (column: PgColumn) => (userId: string) => eq(column, userId);

export const part = (source: Source): Part => {
  const { name, says, lot, shown = (row: Row) => row } = source;
  const columns = { ...source.columns, ...(lot && { lot: auctions.title, "lot id": lot }) };
  const times = Object.entries(columns).flatMap(([key, value]) => (isTime(value) ? [key] : []));
  return {
    name,
    says,
    columns: Object.keys(columns),
    async *read({ db }, userId) {
      const selection = Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, sql`${value}`.as(key)]));
      for (let after: SQL | undefined; ; ) {
        const base = db
          .select({ ...selection, "@at": sql`${source.at}::text`.as("@at"), "@id": sql`${source.id}::text`.as("@id") })
          .from(source.table)
          .$dynamic();
        const joined = lot ? base.leftJoin(auctions, isThisPublicLot(lot)) : base;
        const query = joined.where(and(source.of(userId), after)).orderBy(asc(source.at));
        // All rows of the last time come with the page, so that the time alone says where the next one starts, and the
        // index of the times alone finds it. It is SQL, because Drizzle's builder has no `with ties`.
        const rows = [
          ...(await db.execute<Record<string, Cell>>(
            sql`${query} fetch first ${sql.raw(String(READ_AT_ONCE))} rows with ties`,
          )),
        ].sort(inOrder);
        yield rows.map(({ "@at": _at, "@id": _id, ...row }) => {
          for (const key of times) row[key] = isoOf(row[key]);
          return shown(row);
        });
        const last = rows.at(-1);
        if (!last || rows.length < READ_AT_ONCE) return;
        after = sql`${source.at} > ${last["@at"]}::text::timestamptz`;
      }
    },
  };
};

/** Rows of one time by their ids. */
const inOrder = (one: Record<string, Cell>, other: Record<string, Cell>): number => {
  for (const key of ["@at", "@id"]) {
    const [a, b] = [String(one[key]), String(other[key])];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
};

/** The drivers answer a time in different ways. */
export const isoOf = (time: Cell | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time as string | number).toISOString();
