// Counting attempts by key (an account, an address) within a window: in the database, so that every node sees them.
import type { Database } from "./database.ts";

interface Remaining extends Record<string, unknown> {
  ms: number | null;
}

const longest = (rows: readonly Remaining[]): number => Math.max(0, ...rows.map(({ ms }) => Math.ceil(ms ?? 0)));

/**
 * Counts one attempt under each key; a window starts with its first. Returns the milliseconds until the last of the
 * windows ends that now hold more than `limit`, or 0: attempts at the same moment are told apart.
 */
export const countAttempt = async (
  database: Database,
  keys: readonly string[],
  { limit, windowMs }: { limit: number; windowMs: number },
): Promise<number> => {
  const rows = await database.query<Remaining>(
    `insert into login_failures as f (key, count, window_ends_at)
     -- in one order, so that two of them never wait for each other
     select key, 1, clock_timestamp() + $2::text::int * interval '1 millisecond'
     from json_array_elements_text($1::text::json) as asked (key) order by key
     on conflict (key) do update set
       count = case when f.window_ends_at > clock_timestamp() then f.count + 1 else 1 end,
       window_ends_at = case when f.window_ends_at > clock_timestamp() then f.window_ends_at
         else excluded.window_ends_at end
     returning case when f.count > $3::text::int
       then (extract(epoch from f.window_ends_at - clock_timestamp()) * 1000)::float8 end as ms`,
    [JSON.stringify(keys), windowMs, limit],
  );
  return longest(rows);
};

/** Milliseconds until the last of the windows ends that hold `limit` attempts, or 0. */
export const blockedFor = async (database: Database, keys: readonly string[], limit: number): Promise<number> => {
  const rows = await database.query<Remaining>(
    `select (extract(epoch from window_ends_at - clock_timestamp()) * 1000)::float8 as ms from login_failures
     where key in (select json_array_elements_text($1::text::json))
       and count >= $2::text::int and window_ends_at > clock_timestamp()`,
    [JSON.stringify(keys), limit],
  );
  return longest(rows);
};

export const clearAttempts = async (database: Database, key: string): Promise<void> => {
  await database.query("delete from login_failures where key = $1", [key]);
};
