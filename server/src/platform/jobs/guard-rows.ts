// Keeps one bad row from holding back the others of a loop. A row that fails three times is put aside with its reason:
// the loop leaves it out until somebody of the staff asks for another try. The failures are rows of the database, so
// that they survive restarts and all nodes agree. A loop uses `tries` for each row that it handles alone, or `together`
// for a statement that takes many rows at once, and `takes` in the condition that finds its rows.
import type { Loop } from "@jara/shared/loops";
import { and, asc, eq, inArray, isNotNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Db } from "../database/database.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import { setAsideRows } from "../database/schema/jobs.ts";
import { clockNow } from "../database/statement-text.ts";
import { excluded } from "../database/statements.ts";
import { RefusedError } from "../http/refused.ts";

export const TRIES = 3;
/** Seconds after the first and the second failure. */
const RETRY_AFTER_S = [2, 10] as const;
/** Further failing rows of one loop are not recorded. They are tried each time, and the others of the loop go on. */
const MOST_ROWS = 500;
/** If at least so many rows were tried and each failed, the fault is not in the rows. */
const ALL_OF_THEM = 5;
const REASON_MAX = 500;
/** A row that failed and did not fail again within this time has been done, or is gone. */
const KEPT_S = 3600;

/** The condition on a row that may be tried now. `key`: an SQL expression that names the row. */
export type Takes = (key: SQLWrapper) => SQL;

const r = alias(setAsideRows, "aside");

/** Leaves out rows that were put aside, and those that failed a moment ago. */
export const takesOf =
  (loop: Loop): Takes =>
  (key) =>
    sql`not exists (select from ${setAsideRows} ${r} where ${r.loop} = ${sql.raw(`'${loop}'`)} and ${r.key} = (${key})::text
      and (${r.putAsideAt} is not null or ${r.retryAt} > clock_now()))`;

/** Leaves out only rows that failed a moment ago, for rows that must be tried until they are done. */
export const takesAfterPause =
  (loop: Loop): Takes =>
  (key) =>
    sql`not exists (select from ${setAsideRows} ${r} where ${r.loop} = ${sql.raw(`'${loop}'`)} and ${r.key} = (${key})::text
      and ${r.retryAt} > clock_now())`;

/** A row that failed and was not done since. */
export const hasFailed =
  (loop: Loop): Takes =>
  (key) =>
    sql`exists (select from ${setAsideRows} ${r} where ${r.loop} = ${sql.raw(`'${loop}'`)} and ${r.key} = (${key})::text)`;

/** A row that waits for the staff. A loop that counts what is left leaves these out, so that it comes to an end. */
export const isPutAside =
  (loop: Loop): Takes =>
  (key) =>
    sql`exists (select from ${setAsideRows} ${r} where ${r.loop} = ${sql.raw(`'${loop}'`)} and ${r.key} = (${key})::text
      and ${r.putAsideAt} is not null)`;

/** A row for which the staff asked for another try, or that failed before and is due again. */
export const isDueAgain =
  (loop: Loop): Takes =>
  (key) =>
    sql`exists (select from ${setAsideRows} ${r} where ${r.loop} = ${sql.raw(`'${loop}'`)} and ${r.key} = (${key})::text
      and ${r.putAsideAt} is null and ${r.retryAt} <= clock_now())`;

const takesOnly =
  (one: string): Takes =>
  (key) =>
    sql`(${key})::text = ${one}`;

/** SQLSTATE classes of errors that a value of the row causes: data, integrity, a trigger's refusal, a limit of size. */
const OF_ROW = /^(?:21|22|23|P0|54|38|39|44)/;

/** False for outages, deadlocks and timeouts, and for statements that cannot work for any row. */
export const isOfRow = (error: unknown): boolean => {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false;
  if (error.name === "AbortError" || error.name === "TimeoutError") return false;
  if (error instanceof RefusedError && error.body.code === "UNAVAILABLE") return false;
  const code = codeOf(error);
  return code === null || (OF_ROW.test(code) && isSqlState(code));
};

/** The database's code for the error; null if the error is not the database's. */
export const sqlStateOf = (error: unknown): string | null => {
  const code = codeOf(error);
  return code !== null && isSqlState(code) ? code : null;
};

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);

const codeOf = (error: unknown): string | null => {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === "string" && code !== "") return code;
  }
  return null;
};

/** The database's own words, and not the statement with its parameters. */
const reasonOf = (error: unknown): string => {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  return (innermost instanceof Error ? innermost.message : String(innermost)).slice(0, REASON_MAX);
};

export interface RowLog {
  warn(details: object, message: string): void;
}

export const silentLog: RowLog = { warn: () => {} };

/** Records one failure. Resolves to false if the loop has no room for it. */
const recordFailure = async ({ db }: Pick<Database, "db">, loop: Loop, key: string, error: unknown, log: RowLog) => {
  const { attempts, reason, retryAt, putAsideAt } = setAsideRows;
  const [first, second] = RETRY_AFTER_S.map((seconds) => sql`${clockNow} + ${seconds}::int * interval '1 second'`);
  // A second node that fails on the row at the same moment finds `retryAt` in the future, and adds no attempt.
  const isDue = sql`${retryAt} <= ${clockNow}`;
  const isLast = sql`${isDue} and ${attempts} >= ${TRIES - 1}::int`;
  const rows = (await isFull(db, loop, key))
    ? []
    : await db
        .insert(setAsideRows)
        .values({ loop, key, reason: reasonOf(error), attempts: 1, since: clockNow, retryAt: sql`${first}` })
        .onConflictDoUpdate({
          target: [setAsideRows.loop, setAsideRows.key],
          set: {
            attempts: sql`${attempts} + case when ${isDue} and ${putAsideAt} is null then 1 else 0 end`,
            reason: excluded(reason),
            retryAt: sql`case when ${isDue} then ${second} else ${retryAt} end`,
            putAsideAt: sql`coalesce(${putAsideAt}, case when ${isLast} then ${clockNow} end)`,
          },
        })
        .returning({ attempts });
  const tried = rows[0]?.attempts;
  log.warn(
    { err: error, loop, key, attempts: tried },
    tried !== undefined && tried >= TRIES ? "a row was put aside; see the desk" : "a row failed; trying it again",
  );
  return tried !== undefined;
};

/** Whether the loop has no room for a row that did not fail before. */
const isFull = async (db: Db, loop: Loop, key: string): Promise<boolean> => {
  const isOfLoop = eq(setAsideRows.loop, loop);
  return (
    (await db.$count(setAsideRows, isOfLoop)) >= MOST_ROWS &&
    (await db.$count(setAsideRows, and(isOfLoop, eq(setAsideRows.key, key)))) === 0
  );
};

/** Whether all of these failed before. */
const areKnown = async (
  { db }: Pick<Database, "db">,
  loop: Loop,
  failed: readonly (readonly [key: string, error: unknown])[],
): Promise<boolean> => {
  const rows = await db
    .select({ key: setAsideRows.key })
    .from(setAsideRows)
    .where(
      and(
        eq(setAsideRows.loop, loop),
        inArray(
          setAsideRows.key,
          failed.map(([key]) => key),
        ),
      ),
    );
  return rows.length === failed.length;
};

export interface RowGuard {
  readonly takes: Takes;
  /** The keys of the rows that may not be tried now, for rows that no SQL condition finds. */
  waiting(): Promise<ReadonlySet<string>>;
  /** Records that a row failed. Resolves to false if there is no room for it, because too many rows failed. */
  failed(key: string, error: unknown): Promise<boolean>;
  /** The row that failed before is done. */
  done(key: string): Promise<void>;
  /** Runs one row. False: the row failed, which is recorded. Rethrows errors that do not belong to the row. */
  tries(key: string, run: () => Promise<unknown>): Promise<boolean>;
  /**
   * Runs a statement that takes many rows. If a row makes it fail, runs it for each of the rows alone. `keys` reads the
   * rows that it would take. Returns the results.
   */
  together<T>(loop: TogetherLoop<T>): Promise<T[]>;
  /** The same for other statements. `alone` reads the rows, each with the call that takes it alone. */
  narrowed<T>(
    all: () => Promise<T>,
    alone: () => Promise<(readonly [key: string, run: () => Promise<T>])[]>,
  ): Promise<T[]>;
  /** The same for rows that are in memory. */
  each<Row, T>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
    run: (rows: readonly Row[]) => Promise<T>,
    /** If so many rows are tried and each fails, the fault is not in the rows, and is thrown. */
    allOfThem?: number,
  ): Promise<T[]>;
}

interface TogetherLoop<T> {
  readonly run: (takes: Takes) => Promise<T>;
  readonly keys: (takes: Takes) => Promise<readonly string[]>;
}

export const guardRows = (database: Pick<Database, "db">, loop: Loop, log: RowLog): RowGuard => {
  const takes = takesOf(loop);
  /** Runs all rows together, and after a failure each alone. */
  const narrowed = async <T>(
    all: () => Promise<T>,
    alone: () => Promise<(readonly [key: string, run: () => Promise<T>])[]>,
    allOfThem = ALL_OF_THEM,
  ): Promise<T[]> => {
    try {
      return [await all()];
    } catch (error) {
      if (!isOfRow(error)) throw error;
      const results: T[] = [];
      const failed: [key: string, error: unknown][] = [];
      const due = await alone();
      for (const [key, run] of due) {
        try {
          results.push(await run());
        } catch (one) {
          if (!isOfRow(one)) throw one;
          failed.push([key, one]);
        }
      }
      // No row explains it, or all of them do. But rows that failed before while others were done are bad themselves.
      const isAll = failed.length === due.length && due.length >= allOfThem;
      if (due.length === 0 || (isAll && !(await areKnown(database, loop, failed)))) throw error;
      for (const [key, one] of failed) await recordFailure(database, loop, key, one, log);
      return results;
    }
  };
  return {
    takes,
    narrowed,
    waiting: async () => {
      const waits = or(isNotNull(setAsideRows.putAsideAt), sql`${setAsideRows.retryAt} > clock_now()`);
      const rows = await database.db
        .select({ key: setAsideRows.key })
        .from(setAsideRows)
        .where(and(eq(setAsideRows.loop, loop), waits));
      return new Set(rows.map(({ key }) => key));
    },
    failed: (key, error) => recordFailure(database, loop, key, error, log),
    async done(key) {
      await database.db.delete(setAsideRows).where(and(eq(setAsideRows.loop, loop), eq(setAsideRows.key, key)));
    },
    async tries(key, run) {
      try {
        await run();
        return true;
      } catch (error) {
        if (!isOfRow(error)) throw error;
        await recordFailure(database, loop, key, error, log);
        return false;
      }
    },
    together: ({ run, keys }) =>
      narrowed(
        () => run(takes),
        async () => (await keys(takes)).map((key) => [key, () => run(takesOnly(key))]),
      ),
    each: (rows, keyOf, run, allOfThem) =>
      narrowed(
        () => run(rows),
        async () => rows.map((row) => [keyOf(row), () => run([row])]),
        allOfThem,
      ),
  };
};

/** Reads the keys of a query whose column is `key`. It is SQL, because each loop has its own. */
export const keysOf = async ({ db }: Pick<Database, "db">, query: SQL): Promise<string[]> => {
  const rows = await db.select({ key: sql<string>`key` }).from(sql`(${query}) keys`);
  return rows.map(({ key }) => key);
};

/** The rows that wait for the staff, the oldest first. */
export const rowsPutAside = ({ db }: Pick<Database, "db">) =>
  db.select().from(setAsideRows).where(isNotNull(setAsideRows.putAsideAt)).orderBy(asc(setAsideRows.since));

/** Makes a row due again; `null`: all rows. Returns them with their last reasons. */
export const takeUpAgain = async (
  { db }: Pick<Database, "db">,
  row: { readonly loop: Loop; readonly key: string } | null,
) => {
  const { loop, key, reason, putAsideAt } = setAsideRows;
  return await db
    .update(setAsideRows)
    .set({ attempts: 0, putAsideAt: null, retryAt: clockNow })
    .where(and(isNotNull(putAsideAt), row ? and(eq(loop, row.loop), eq(key, row.key)) : undefined))
    .returning({ loop, key, reason });
};

/** Removes notes about rows that did not fail again. Rows that were put aside stay until staff ask for them. */
export const evictOldFailures = async ({ db }: Pick<Database, "db">): Promise<void> => {
  const { putAsideAt, retryAt } = setAsideRows;
  await db
    .delete(setAsideRows)
    .where(sql`${putAsideAt} is null and ${retryAt} < clock_now() - ${KEPT_S}::int * interval '1 second'`);
};
