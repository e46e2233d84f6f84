// Removes rows that are kept for a time only. Each call removes at most so many, the oldest first, so that no statement
// takes long.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
import { databaseNow } from "./statements.ts";

type Evict = (database: Pick<Database, "db">, atMost: number) => Promise<void>;

/** `key`: the columns of the primary key. `at`: an indexed time of the row. `keptFor`: how long the row stays after it. */
export const evictAfter =
  (key: readonly [PgColumn, ...PgColumn[]], at: SQLWrapper, keptFor: SQL = sql`interval '0'`): Evict =>
  async ({ db }, atMost) => {
    const { table } = key[0];
    // The row may have got a later time since it was selected.
    const isOld = sql`${at} < ${databaseNow} - ${keptFor}`;
    const old = db
      .select(Object.fromEntries(key.map((column) => [column.name, column])))
      .from(table)
      .where(isOld)
      .orderBy(sql`${at}`)
      .limit(atMost);
    await db.delete(table).where(sql`(${sql.join([...key], sql`, `)}) in ${old} and ${isOld}`);
  };
