// Deletes command rows that are older than 48 hours, a few hundred per statement, in a walk over the table's pages. It
// must never delete a row that has not expired by the database's clock. `commands` has no index by time, because every
// bid would have to write it (docs/decisions/0022-rows-that-stay-bounded.md).
import { getTableName, sql } from "drizzle-orm";
import type { Database, Row } from "../../platform/database/database.ts";
import { commands } from "../../platform/database/schema/log.ts";

/** How long an accepted command is recognised by its id, so that sending it again has no second effect. */
export const KEPT_FOR_H = 48;
/** Half a megabyte: about 4,000 commands, which take 1 ms to scan. */
export const PAGES_AT_ONCE = 64;
export const ROWS_AT_ONCE = 500;

export interface Removed {
  readonly removed: number;
  /** Milliseconds until the oldest remaining row in these pages expires; 0 if more rows have expired already. */
  readonly nextInMs: number;
}

/** The table's size, in database pages. SQL, because Drizzle's builder has no select without a table. */
export const commandPages = async ({ db }: Pick<Database, "db">): Promise<number> => {
  const [row] = await db.execute<{ pages: number }>(
    sql`select (pg_relation_size(${getTableName(commands)}) / current_setting('block_size')::int)::int as pages`,
  );
  return row?.pages ?? 0;
};

/**
 * Deletes up to ROWS_AT_ONCE expired rows from PAGES_AT_ONCE pages, starting at page `from`. A row is deleted only if
 * it has expired by the database's clock, which the same statement reads. No row moves between pages, because rows are
 * never updated.
 */
export const removeExpiredCommands = async ({ db }: Pick<Database, "db">, from: number): Promise<Removed> => {
  const { createdAt } = commands;
  // SQL, because Drizzle's builder knows no `ctid` and no `materialized`.
  const [row] = await db.execute<Removed & Row>(sql`
    with clock as materialized (
      select clock_now() - ${KEPT_FOR_H}::int * interval '1 hour' as limit_at
    ),
    here as materialized (
      select ctid as place, ${createdAt} as created_at, ${createdAt} < (select limit_at from clock) as has_expired
      from ${commands} where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + PAGES_AT_ONCE},0)`}::tid
    ),
    gone as (
      delete from ${commands} where ${createdAt} < (select limit_at from clock) and ctid = any(array(
        select place from here where has_expired limit ${ROWS_AT_ONCE}::int
      )) returning 1
    ),
    stays as (
      select min(created_at) as oldest from here where not has_expired
    )
    select (select count(*) from gone)::int as removed,
      case when (select count(*) from here where has_expired) > ${ROWS_AT_ONCE}::int then 0
        else greatest(0, extract(epoch from coalesce((select oldest from stays), clock_now()) - limit_at) * 1000)
      end::float8 as "nextInMs"
    from clock`);
  return row ?? { removed: 0, nextInMs: 0 };
};
