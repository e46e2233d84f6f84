// Counts attempts by key (an account, an address) within a window. The database holds the counters, so that every node
// sees them.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { loginFailures } from "../../../platform/database/schema/accounts.ts";
import { excluded, increased, isAnyOf } from "../../../platform/database/statements.ts";

/** At most `limit` attempts under `key` in a window. */
export interface Counter {
  readonly key: string;
  readonly limit: number;
}

type WithDb = Pick<Database, "db">;

const { key, count, windowEndsAt } = loginFailures;
const untilEnd = sql<number>`(extract(epoch from ${windowEndsAt} - clock_now()) * 1000)::float8`;

interface Counted {
  readonly key: string;
  readonly count: number;
  /** The milliseconds until the window ends. */
  readonly ms: number;
}

/** The milliseconds until the last of the windows ends that `isOver`. */
const longest = (
  rows: readonly Counted[],
  counters: readonly Counter[],
  isOver: (count: number, limit: number) => boolean,
): number => {
  const limits = new Map(counters.map(({ key, limit }) => [key, limit]));
  const over = rows.filter((row) => isOver(row.count, limits.get(row.key) ?? 0));
  return Math.max(0, ...over.map(({ ms }) => Math.ceil(ms)));
};

/**
 * Counts one attempt under each key. Returns 0, or the milliseconds until the end of the last window that now exceeds
 * its limit. Simultaneous attempts get different counts. A window starts with its first attempt.
 */
export const countAttempt = async ({ db }: WithDb, counters: readonly Counter[], windowMs: number): Promise<number> => {
  const endsAt = sql`clock_now() + ${windowMs}::int * interval '1 millisecond'`;
  const isOpen = sql`${windowEndsAt} > clock_now()`;
  // Insert in one order, so that two of these statements never wait for each other.
  const keys = counters.map((counter) => counter.key).toSorted();
  const rows = await db
    .insert(loginFailures)
    .values(keys.map((one) => ({ key: one, count: 1, windowEndsAt: endsAt })))
    .onConflictDoUpdate({
      target: key,
      set: {
        count: sql`case when ${isOpen} then ${increased(count)} else 1 end`,
        windowEndsAt: sql`case when ${isOpen} then ${windowEndsAt} else ${excluded(windowEndsAt)} end`,
      },
    })
    .returning({ key, count, ms: untilEnd });
  return longest(rows, counters, (counted, limit) => counted > limit);
};

/** Counts uses under one key. Returns 0, or the milliseconds until the end of a window that now exceeds its limit. */
export const countUseIn =
  (database: Database) =>
  (name: string, limit: number, windowMs: number): Promise<number> =>
    countAttempt(database, [{ key: name, limit }], windowMs);

/** Returns 0, or the milliseconds until the end of the last window that has reached its limit. */
export const blockedFor = async ({ db }: WithDb, counters: readonly Counter[]): Promise<number> => {
  const keys = counters.map((counter) => counter.key);
  const rows = await db
    .select({ key, count, ms: untilEnd })
    .from(loginFailures)
    .where(and(isAnyOf(key, keys), sql`${windowEndsAt} > clock_now()`));
  return longest(rows, counters, (counted, limit) => counted >= limit);
};

/** Takes back one attempt under each key that `countAttempt` counted, because it was right. */
export const uncountAttempt = async ({ db }: Database, keys: readonly string[]): Promise<void> => {
  await db
    .update(loginFailures)
    .set({ count: sql`greatest(0, ${count} - 1)` })
    .where(inArray(key, [...keys]));
};

export const clearAttempts = async ({ db }: Database, name: string): Promise<void> => {
  await db.delete(loginFailures).where(eq(key, name));
};

/** Removes some counters whose window has passed. The next attempt would restart them anyway. */
export const evictPassedWindows = async ({ db }: Database, atMost: number): Promise<void> => {
  const hasPassed = sql`${loginFailures.windowEndsAt} < clock_now()`;
  const some = db.select({ key }).from(loginFailures).where(hasPassed).limit(atMost);
  await db.delete(loginFailures).where(and(hasPassed, inArray(key, some)));
};
