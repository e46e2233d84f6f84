// Reads the database in small portions: one statement at a time, and after each statement a pause that is longer than
// the statement, so that it does not slow the auctions down.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Query } from "../history/query.ts";

interface Reader {
  readonly query: Query;
  close(): Promise<void>;
}

/** The pause is so many times as long as the statement took. */
const PAUSE_TIMES = 2;
const PAUSE_MOST_MS = 2_000;
const STATEMENT_WITHIN_MS = 120_000;
/** A constant, because the driver's types leave `max_pipeline` out. */
const ONE_AT_A_TIME = { max: 1, max_pipeline: 1 };

export const paced = (query: Query): Query => {
  let last: Promise<unknown> = Promise.resolve();
  const run = async <R extends Record<string, unknown>>(text: string, params: readonly string[]): Promise<R[]> => {
    const startedAt = performance.now();
    try {
      return await query<R>(text, params);
    } finally {
      await sleep(Math.min(PAUSE_MOST_MS, PAUSE_TIMES * (performance.now() - startedAt)));
    }
  };
  return <R extends Record<string, unknown>>(text: string, params: readonly string[] = []): Promise<R[]> => {
    const next = last.then(() => run<R>(text, params));
    last = next.catch(() => {});
    return next;
  };
};

/** A connection of its own, which cannot write. */
export const openPostgres = (url: string): Reader => {
  const sql = postgres(url, {
    ...ONE_AT_A_TIME,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection: {
      application_name: "jara verdict",
      default_transaction_read_only: true,
      jit: "off",
      statement_timeout: STATEMENT_WITHIN_MS,
    },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  return {
    query: async <R extends Record<string, unknown>>(text: string, params: readonly string[] = []) =>
      await sql.unsafe<R[]>(text, [...params]),
    close: () => sql.end({ timeout: 5 }),
  };
};
