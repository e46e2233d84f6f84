// Counts attempts by key (an account, an address) within a window. The database holds the counters, so that every node
// sees them.
import type { Database } from "../../platform/database/database.ts";

/** At most `limit` attempts under `key` in a window. */
export interface Counter {
  readonly key: string;
  readonly limit: number;
}

interface Remaining extends Record<string, unknown> {
  ms: number | null;
}

const asked = 'json_to_recordset($1::text::json) as asked (key text, "limit" int)';
const longest = ([row]: readonly Remaining[]): number => Math.max(0, Math.ceil(row?.ms ?? 0));

/** The SQL that counts one attempt under each key; `windowMs` is SQL. A window starts with its first attempt. */
export const countSql = (rows: string, windowMs: string): string =>
  `insert into login_failures as f (key, count, window_ends_at)
   select key, 1, clock_timestamp() + ${windowMs} * interval '1 millisecond' from ${rows}
   -- in one order, so that two of them never wait for each other
   order by key
   on conflict (key) do update set
     count = case when f.window_ends_at > clock_timestamp() then f.count + 1 else 1 end,
     window_ends_at = case when f.window_ends_at > clock_timestamp() then f.window_ends_at
       else excluded.window_ends_at end
   returning f.key, f.count, f.window_ends_at`;

/**
 * Counts one attempt under each key. Returns 0, or the milliseconds until the end of the last window that now exceeds
 * its limit. Simultaneous attempts get different counts.
 */
export const countAttempt = async (
  database: Database,
  counters: readonly Counter[],
  windowMs: number,
): Promise<number> =>
  longest(
    await database.query<Remaining>(
      `with counted as (${countSql(asked, "$2::text::int")})
       select (extract(epoch from max(window_ends_at) - clock_timestamp()) * 1000)::float8 as ms
       from counted join ${asked} using (key) where counted.count > asked."limit"`,
      [JSON.stringify(counters), windowMs],
    ),
  );

/** Returns 0, or the milliseconds until the end of the last window that has reached its limit. */
export const blockedFor = async (database: Database, counters: readonly Counter[]): Promise<number> =>
  longest(
    await database.query<Remaining>(
      `select (extract(epoch from max(window_ends_at) - clock_timestamp()) * 1000)::float8 as ms
       from login_failures f join ${asked} using (key)
       where f.count >= asked."limit" and f.window_ends_at > clock_timestamp()`,
      [JSON.stringify(counters)],
    ),
  );

export const clearAttempts = async (database: Database, key: string): Promise<void> => {
  await database.query("delete from login_failures where key = $1", [key]);
};

/** Removes some counters whose window has passed. The next attempt would restart them anyway. */
export const evictPassedWindows = async (database: Database, atMost: number): Promise<void> => {
  await database.query(
    `delete from login_failures where window_ends_at < clock_timestamp()
       and key in (select key from login_failures where window_ends_at < clock_timestamp() limit $1::text::int)`,
    [atMost],
  );
};
