// Counts attempts by key (an account, an address) within a window. The database holds the counters, so that every node
// sees them.
import { and, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { loginFailures } from "../../../platform/database/schema/accounts.ts";
import { insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { excluded, increased } from "../../../platform/database/statements.ts";

/** At most `limit` attempts under `key` in a window. */
export interface Counter {
  readonly key: string;
  readonly limit: number;
}

/** One attempt under each key of `rows`, which has the column `key`. A window starts with its first attempt. */
export const countedAttempts = (db: Db, rows: SQL, windowMs: number) => {
  const { key, count, windowEndsAt } = loginFailures;
  const isOpen = sql`${windowEndsAt} > clock_now()`;
  const endsAt = sql`clock_now() + ${windowMs}::int * interval '1 millisecond'`;
  // Insert in one order, so that two of these statements never wait for each other.
  return db.$with("counted", { key, count, windowEndsAt }).as(
    sql`${insertSelect(loginFailures, { key: sql`key`, count: 1, windowEndsAt: endsAt })} from ${rows} order by key
      on conflict (${nameOf(key)}) do update set
        ${nameOf(count)} = case when ${isOpen} then ${increased(count)} else 1 end,
        ${nameOf(windowEndsAt)} = case when ${isOpen} then ${windowEndsAt} else ${excluded(windowEndsAt)} end
      returning ${key}, ${count}, ${windowEndsAt}`,
  );
};

const askedFor = (counters: readonly Counter[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(counters)}::json) as asked (key text, "limit" int)`;

/** Milliseconds until the last of these windows ends; null if there is none. */
const untilLast = (windowEndsAt: Column): SQL<number | null> =>
  sql`(extract(epoch from max(${windowEndsAt}) - clock_now()) * 1000)::float8`;

const longest = ([row]: readonly { ms: number | null }[]): number => Math.max(0, Math.ceil(row?.ms ?? 0));

/**
 * Counts one attempt under each key. Returns 0, or the milliseconds until the end of the last window that now exceeds
 * its limit. Simultaneous attempts get different counts.
 */
export const countAttempt = async (
  { db }: Database,
  counters: readonly Counter[],
  windowMs: number,
): Promise<number> => {
  const counted = countedAttempts(db, askedFor(counters), windowMs);
  return longest(
    await db
      .with(counted)
      .select({ ms: untilLast(counted.windowEndsAt) })
      .from(counted)
      .innerJoin(askedFor(counters), sql`asked.key = ${counted.key} and ${counted.count} > asked."limit"`),
  );
};

/** Counts uses under one key. Returns 0, or the milliseconds until the end of a window that now exceeds its limit. */
export const countUseIn =
  (database: Database) =>
  (key: string, limit: number, windowMs: number): Promise<number> =>
    countAttempt(database, [{ key, limit }], windowMs);

/** Returns 0, or the milliseconds until the end of the last window that has reached its limit. */
export const blockedFor = async ({ db }: Database, counters: readonly Counter[]): Promise<number> =>
  longest(
    await db
      .select({ ms: untilLast(loginFailures.windowEndsAt) })
      .from(loginFailures)
      .innerJoin(askedFor(counters), sql`asked.key = ${loginFailures.key} and ${loginFailures.count} >= asked."limit"`)
      .where(sql`${loginFailures.windowEndsAt} > clock_now()`),
  );

/** Takes back one attempt under each key that `countAttempt` counted, because it was right. */
export const uncountAttempt = async ({ db }: Database, keys: readonly string[]): Promise<void> => {
  const { key, count } = loginFailures;
  await db
    .update(loginFailures)
    .set({ count: sql`greatest(0, ${count} - 1)` })
    .where(inArray(key, [...keys]));
};

export const clearAttempts = async ({ db }: Database, key: string): Promise<void> => {
  await db.delete(loginFailures).where(eq(loginFailures.key, key));
};

/** Removes some counters whose window has passed. The next attempt would restart them anyway. */
export const evictPassedWindows = async ({ db }: Database, atMost: number): Promise<void> => {
  const hasPassed = sql`${loginFailures.windowEndsAt} < clock_now()`;
  const some = db.select({ key: loginFailures.key }).from(loginFailures).where(hasPassed).limit(atMost);
  await db.delete(loginFailures).where(and(hasPassed, inArray(loginFailures.key, some)));
};
