// Opens the database: PGlite in a folder, or PostgreSQL at an address. Both accept the same statements: typed ones
// through `db` (Drizzle), and the commit's text through `query`. Every write must be ONE statement: this file offers no
// transactions over several statements, on purpose.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import { migrate as migratePostgres } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { type AdvisoryLock, createAdvisoryLock, LOCK_WITHIN_MS } from "./advisory-lock.ts";
import { openConfirms } from "./confirms.ts";
import { holdFolder } from "./folder-lock.ts";
import { migrationStatus, type Query } from "./migration-status.ts";
import { preparedQueries } from "./pglite-statements.ts";
import { type Replication, WatchedReplication } from "./replication.ts";
import { makeTextIndexes } from "./text-indexes.ts";
import { type Db, openTyped, type Param, type Row } from "./typed-statements.ts";
import { ANSWER_WITHIN_MS, CommitUnconfirmed, isWaitCancelled, UnansweredStatements } from "./unanswered-statements.ts";

export type { Db, Param, Row } from "./typed-statements.ts";

export interface Database {
  readonly kind: "pglite" | "postgres";
  /** Builds and runs typed statements. Auctions, bids and max bids must be read only: the engine alone writes them. */
  readonly db: Db;
  /**
   * Runs one statement, for the few that are built as text. Parameters are sent as text. Rejects with
   * `StatementUnanswered` if no answer came in time; the statement may or may not have been carried out.
   */
  query<R extends Row = Row>(text: string, params?: readonly Param[]): Promise<R[]>;
  /** Like `query`, with each row as an array of its columns. `db` uses both. */
  cells(text: string, params?: readonly Param[]): Promise<unknown[][]>;
  /** The advisory lock. Null where no other process can write. */
  readonly advisoryLock: AdvisoryLock | null;
  /** Knows what a failover could take back. Null where there is nobody to fail over to. */
  readonly replication: Replication | null;
  close(): Promise<void>;
}

/** The same database, with every statement run by `around`. */
export const aroundStatements = (
  database: Database,
  around: <T>(run: () => Promise<T>, text: string) => Promise<T>,
): Database =>
  withDb({
    ...database,
    query: (text, params) => around(() => database.query(text, params), text),
    cells: (text, params) => around(() => database.cells(text, params), text),
  });

const withDb = (database: Omit<Database, "db">): Database => ({
  ...database,
  db: openTyped(database.query, database.cells),
});

/**
 * The number of prepared statements that a connection keeps. A list has a text for each page, and a client that
 * requests every page must not fill the memory.
 */
const MAX_STATEMENTS = 300;
/** bigint columns hold minor units and counts below 2^53. Times are read as epoch milliseconds. */
const INT8 = 20;

/**
 * Pages are in memory or on a solid-state disk. With PostgreSQL's default of 4, the planner would rather collect and
 * sort all bids of the busiest bidder than read the newest ones along the index (50 ms instead of 3 ms).
 */
const PAGES_AT_HAND = { random_page_cost: "1.1" };

/**
 * Use generic plans for prepared statements, because planning the commit takes twice as long as executing it
 * (docs/decisions/0005-group-commit-measured.md).
 */
const PLANNED_ONCE = { plan_cache_mode: "force_generic_plan", jit: "off", ...PAGES_AT_HAND };

/**
 * `migrationsFolder` null: the database stays as it is, for programs that only look. `migrated`: called with the names of
 * the migrations that were carried out.
 */
export const openDatabase = async (
  where: { url: string } | { folder: string | null },
  migrationsFolder: string | null,
  migrated: Migrated = () => {},
): Promise<Database> =>
  "url" in where
    ? openPostgres(where.url, migrationsFolder, migrated)
    : openPglite(where.folder, migrationsFolder, migrated);

type Migrated = (tags: readonly string[]) => void;

/** Carries the migrations out, and reports those that were missing. */
const reporting = async (
  query: Query,
  migrationsFolder: string,
  migrate: () => Promise<void>,
  migrated: Migrated,
): Promise<void> => {
  const { pending } = await migrationStatus({ query }, migrationsFolder);
  await migrate();
  if (pending.length > 0) migrated(pending.map(({ tag }) => tag));
};

/** `folder: null` keeps everything in memory (tests). */
const openPglite = async (
  folder: string | null,
  migrationsFolder: string | null,
  migrated: Migrated,
): Promise<Database> => {
  if (folder) mkdirSync(folder, { recursive: true });
  const release = folder ? holdFolder(folder) : () => {};
  const pg = await PGlite.create(folder ? path.join(folder, "pglite") : "memory://", { parsers: { [INT8]: Number } });
  if (migrationsFolder !== null) {
    const query: Query = async <R extends Row>(text: string) => (await pg.query<R>(text)).rows;
    await reporting(query, migrationsFolder, () => migratePglite(drizzlePglite(pg), { migrationsFolder }), migrated);
  }
  for (const [name, value] of Object.entries(PLANNED_ONCE)) await pg.exec(`set ${name} = ${value}`);
  const { rows, cells } = preparedQueries(pg);
  return withDb({
    kind: "pglite",
    query: <R extends Row>(text: string, params: readonly Param[] = []) => rows<R>(text, params.map(toText)),
    cells: (text, params = []) => cells(text, params.map(toText)),
    advisoryLock: null,
    replication: null,
    close: async () => {
      await pg.close();
      release();
    },
  });
};

const openPostgres = async (url: string, migrationsFolder: string | null, migrated: Migrated): Promise<Database> => {
  if (migrationsFolder !== null) await migrateOnce(url, migrationsFolder, migrated);
  const unanswered = new UnansweredStatements();
  const options = {
    max: 10,
    max_pipeline: 1,
    // Short, because bids wait for the first connection to a new primary.
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 0.4),
    connect_timeout: 5,
    // The driver queries the array types without awaiting the answer. A connection lost at that moment would end the
    // process with an unhandled rejection. We do not need the types, because our statements return no arrays (they use
    // to_json instead).
    fetch_types: false,
    // The driver does not say whose statement it was.
    onnotice: (notice: postgres.Notice) => {
      if (isWaitCancelled(notice)) unanswered.reject(new CommitUnconfirmed());
    },
    connection: { application_name: "jara", statement_timeout: ANSWER_WITHIN_MS - 1000, ...PLANNED_ONCE },
    types: { bigint: { to: INT8, from: [INT8], parse: Number, serialize: String } },
  };
  const confirms = openConfirms(url);
  const replication = new WatchedReplication(confirms);
  let isClosed = false;
  const onclose = (): void => {
    if (!isClosed) replication.lost();
  };
  const sql = postgres(url, { ...options, onclose });
  // Every parameter is text already. The driver would turn the text "true" into false, and quote a JSON text again.
  for (const type of Object.keys(sql.options.serializers)) sql.options.serializers[Number(type)] = (text) => text;
  const lockClient = postgres(url, {
    ...options,
    max: 1,
    connection: { application_name: "jara turns", lock_timeout: LOCK_WITHIN_MS },
  });
  const prepared = new Set<string>();
  const prepare = (text: string): boolean => {
    if (prepared.size < MAX_STATEMENTS) prepared.add(text);
    return prepared.has(text);
  };
  const send = <T>(
    text: string,
    params: readonly Param[],
    run: (statement: postgres.PendingQuery<Row[]>) => PromiseLike<T>,
  ): Promise<T> => {
    const sent = (): PromiseLike<T> => run(sql.unsafe<Row[]>(text, params.map(toText), { prepare: prepare(text) }));
    const doubt = replication.before(text);
    return unanswered.until(doubt ? doubt.then(sent) : sent());
  };
  return withDb({
    kind: "postgres",
    query: <R extends Row>(text: string, params: readonly Param[] = []) =>
      send(text, params, (statement) => statement) as Promise<Row[]> as Promise<R[]>,
    cells: (text, params = []) => send(text, params, (statement) => statement.values()),
    advisoryLock: createAdvisoryLock(lockClient),
    replication,
    close: async () => {
      isClosed = true;
      replication.close();
      await Promise.all([...[sql, lockClient].map((client) => client.end({ timeout: 5 })), confirms.close()]);
    },
  });
};

const TURN_EVERY_MS = 100;

/**
 * Runs the migrations on one node at a time, with an advisory lock on a connection of its own. The lock is polled
 * rather than waited for, because creating an index concurrently waits for all running statements, including one that
 * waits for the lock.
 */
const migrateOnce = async (url: string, migrationsFolder: string, migrated: Migrated): Promise<void> => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const isMyTurn = async () => (await sql`select pg_try_advisory_lock(7264001) as mine`)[0]?.mine === true;
    while (!(await isMyTurn())) await new Promise((next) => setTimeout(next, TURN_EVERY_MS));
    const query: Query = async <R extends Row>(text: string) => [...(await sql.unsafe<R[]>(text))];
    await reporting(
      query,
      migrationsFolder,
      () => migratePostgres(drizzlePostgres(sql), { migrationsFolder }),
      migrated,
    );
    await makeTextIndexes(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const toText = (param: Param): string | null => (param === null ? null : String(param));
