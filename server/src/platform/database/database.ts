// Opening a database: PGlite in a folder, or PostgreSQL by its address. Both answer the same SQL through `query`;
// parameters are text, cast in the statement, so that neither driver has to guess a type. Every write is ONE call of
// `query`: transactions over several statements are not offered here on purpose.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import { migrate as migratePostgres } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { createTurns, TURN_WITHIN_MS, type Turns } from "./advisory-lock.ts";
import { holdFolder } from "./folder-lock.ts";
import { preparedQueries } from "./pglite-statements.ts";
import { makeTextIndexes } from "./text-indexes.ts";

export type Param = string | number | boolean | null;
export type Row = Record<string, unknown>;

export interface Database {
  readonly kind: "pglite" | "postgres";
  /** One statement. Rejects with `StatementUnanswered` if no answer came in time: it may or may not have been done. */
  query<R extends Row = Row>(text: string, params?: readonly Param[]): Promise<R[]>;
  /** Typed reads. Never for writes to auctions, bids or max bids: those are the engine's. */
  readonly read: PgDatabase<PgQueryResultHKT, Record<string, never>>;
  /** Null where no other process can write. */
  readonly turns: Turns | null;
  close(): Promise<void>;
}

export class StatementUnanswered extends Error {
  constructor() {
    super("the database did not answer in time");
  }
}

/** No statement of ours takes a second; after this its connection is taken for dead. */
const ANSWER_WITHIN_MS = 10_000;
/** Each connection keeps what it prepared. A list has a text a page, and whoever asks for all of them must not fill it. */
const MAX_STATEMENTS = 300;
/** bigint columns hold minor units and counts below 2^53; times are read as epoch milliseconds. */
const INT8 = 20;

/**
 * What is asked for is in memory or on a disk without arms. With PostgreSQL's own 4 it would rather gather and sort all
 * bids of who bids most than read the newest of them along the index (50 and 3 ms).
 */
const PAGES_AT_HAND = { random_page_cost: "1.1" };

/**
 * Prepared statements are planned for any parameters, not anew for these: planning the commit takes twice the time of
 * carrying it out (docs/decisions/0005-group-commit-measured.md).
 */
const PLANNED_ONCE = { plan_cache_mode: "force_generic_plan", jit: "off", ...PAGES_AT_HAND };

export const openDatabase = async (
  where: { url: string } | { folder: string | null },
  migrationsFolder: string,
): Promise<Database> =>
  "url" in where ? openPostgres(where.url, migrationsFolder) : openPglite(where.folder, migrationsFolder);

/** `folder: null` keeps everything in memory (tests). */
const openPglite = async (folder: string | null, migrationsFolder: string): Promise<Database> => {
  if (folder) mkdirSync(folder, { recursive: true });
  const release = folder ? holdFolder(folder) : () => {};
  const pg = await PGlite.create(folder ? path.join(folder, "pglite") : "memory://", { parsers: { [INT8]: Number } });
  const read = drizzlePglite(pg);
  await migratePglite(read, { migrationsFolder });
  for (const [name, value] of Object.entries(PLANNED_ONCE)) await pg.exec(`set ${name} = ${value}`);
  const query = preparedQueries(pg);
  return {
    kind: "pglite",
    query: <R extends Row>(text: string, params: readonly Param[] = []) => query<R>(text, params.map(toText)),
    read: read as unknown as Database["read"],
    turns: null,
    close: async () => {
      await pg.close();
      release();
    },
  };
};

const openPostgres = async (url: string, migrationsFolder: string): Promise<Database> => {
  await migrateOnce(url, migrationsFolder);
  const options = {
    max: 10,
    max_pipeline: 1,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 2),
    connect_timeout: 5,
    // The driver asks for the array types with a query that nobody awaits: a connection lost just then would end the
    // process as an unhandled rejection. No array comes back from a statement of ours (to_json where one would).
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "jara", statement_timeout: ANSWER_WITHIN_MS - 1000, ...PLANNED_ONCE },
    types: { bigint: { to: INT8, from: [INT8], parse: Number, serialize: String } },
  };
  const sql = postgres(url, options);
  // Drizzle changes the parsers of the client it is given, so it has its own.
  const readClient = postgres(url, options);
  const turnClient = postgres(url, {
    ...options,
    max: 1,
    connection: { application_name: "jara turns", lock_timeout: TURN_WITHIN_MS },
  });
  const prepared = new Set<string>();
  const prepare = (text: string): boolean => {
    if (prepared.size < MAX_STATEMENTS) prepared.add(text);
    return prepared.has(text);
  };
  return {
    kind: "postgres",
    query: <R extends Row>(text: string, params: readonly Param[] = []) =>
      answered(sql.unsafe<R[]>(text, params.map(toText), { prepare: prepare(text) })),
    read: drizzlePostgres(readClient) as unknown as Database["read"],
    turns: createTurns(turnClient),
    close: async () => {
      await Promise.all([sql, readClient, turnClient].map((client) => client.end({ timeout: 5 })));
    },
  };
};

const TURN_EVERY_MS = 100;

/**
 * Nodes that start together take turns: an advisory lock on one connection of its own. Asked for again and again, since
 * an index that is made concurrently waits for every statement, one that waits for the lock too.
 */
const migrateOnce = async (url: string, migrationsFolder: string): Promise<void> => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const isMyTurn = async () => (await sql`select pg_try_advisory_lock(7264001) as mine`)[0]?.mine === true;
    while (!(await isMyTurn())) await new Promise((next) => setTimeout(next, TURN_EVERY_MS));
    await migratePostgres(drizzlePostgres(sql), { migrationsFolder });
    await makeTextIndexes(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const toText = (param: Param): string | null => (param === null ? null : String(param));

const answered = async <T>(statement: PromiseLike<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StatementUnanswered()), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([statement, late]);
  } finally {
    clearTimeout(timer);
  }
};
