// Locks all tables that migrations name, before the first of them is changed, so that migrations and the statements of
// other servers never wait for each other in a circle. If it does not get all locks quickly, it releases them and tries
// again soon. So bids never wait long for a migration that itself waits, for example for a backup that reads for
// minutes.
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Query } from "./migration-status.ts";

/** Shorter than PostgreSQL's `deadlock_timeout`, after which it would end a statement of another server. */
const GETS_WITHIN_MS = 700;
/** The pause before the next try, in which bids go on. */
const AGAIN_AFTER_MS = 500;
/** Longer than a backup of a large database, which takes minutes. */
const GIVES_UP_AFTER_MS = 30 * 60_000;
/** PostgreSQL ended the statement because of `statement_timeout`, or to break a circle. */
const NOT_GOT = new Set(["57014", "40P01"]);

export const tablesOf = async (query: Query): Promise<string[]> => {
  const rows = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
};

/** Returns the tables whose name is anywhere in the statements. One too many does no harm. */
export const tablesNamed = (statements: string, tables: readonly string[]): string[] =>
  tables.filter((name) => new RegExp(`\\b${name}\\b`).test(statements));

/**
 * Runs `migrate`, which begins and commits a transaction of its own on the only connection of `sql`, while that
 * connection holds the tables. Rejects with PostgreSQL's error if it did not get them within half an hour.
 */
export const holdTables = async (
  sql: postgres.Sql,
  tables: readonly string[],
  migrate: () => Promise<void>,
): Promise<void> => {
  if (tables.length === 0) return await migrate();
  await getAll(sql, tables);
  try {
    // The `begin` of `migrate` is within this transaction, and its `commit` or `rollback` ends this transaction.
    await migrate();
    await sql.unsafe("commit");
  } catch (error) {
    await sql.unsafe("rollback").catch(() => {});
    throw error;
  }
};

const getAll = async (sql: postgres.Sql, tables: readonly string[]): Promise<void> => {
  const names = tables.map((name) => `"${name}"`).join(", ");
  for (const until = performance.now() + GIVES_UP_AFTER_MS; ; await sleep(AGAIN_AFTER_MS)) {
    await sql.unsafe("begin");
    try {
      await sql.unsafe(`set local statement_timeout = ${GETS_WITHIN_MS}`);
      await sql.unsafe(`lock table ${names} in access exclusive mode`);
      await sql.unsafe("set local statement_timeout = 0");
      return;
    } catch (error) {
      await sql.unsafe("rollback");
      if (!NOT_GOT.has((error as { code?: string }).code ?? "") || performance.now() > until) throw error;
    }
  }
};
