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
import { holdTables, tablesNamed, tablesOf } from "./migrating/hold-tables.ts";
import { migrateAgain } from "./migrating/migrate-again.ts";
import { type Migration, migrationStatus, type Query, sqlOf } from "./migrating/migration-status.ts";
import { preparedQueries } from "./pglite-statements.ts";
import { driverOptions, INT8, openClient, PLANNED_ONCE, toText } from "./postgres-client.ts";
import { type Replication, WatchedReplication } from "./replication.ts";
import { makeTextIndexes } from "./text-indexes.ts";
import { type Db, openTyped, type Param, type Row } from "./typed-statements.ts";
import { UnansweredStatements } from "./unanswered-statements.ts";

export type { Db, Param, Row } from "./typed-statements.ts";

export interface Database {
  readonly kind: "pglite" | "postgres";
  /** Builds and runs typed statements. Auctions, bids and max bids must be read only: the engine alone changes them. */
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

/** The most connections for statements, to one PostgreSQL. */
const CONNECTIONS = 10;
/**
 * The most connections of one server to PostgreSQL: those for statements, one for the advisory lock, and one that asks
 * for confirmation. While a server starts, it has one for the migrations first, and opens these after it.
 */
export const CONNECTIONS_OF_A_SERVER = CONNECTIONS + 2;

/**
 * `migrationsFolder` null: the database stays as it is, for programs that only look. `migrated`: called with the names
 * of the migrations that were carried out.
 */
export const openDatabase = async (
  where: { url: string } | { folder: string | null },
  migrationsFolder: string | null,
  migrated: Migrated = () => {},
  connections = CONNECTIONS,
): Promise<Database> =>
  "url" in where
    ? openPostgres(where.url, migrationsFolder, migrated, connections)
    : openPglite(where.folder, migrationsFolder, migrated);

type Migrated = (tags: readonly string[]) => void;

/** Carries the migrations out, and reports those that were missing. `migrate` gets those. */
const reporting = async (
  query: Query,
  migrationsFolder: string,
  migrate: (pending: readonly Migration[]) => Promise<void>,
  migrated: Migrated,
): Promise<void> => {
  const { pending } = await migrationStatus({ query }, migrationsFolder);
  if (pending.length === 0) return;
  await migrate(pending);
  migrated(pending.map(({ tag }) => tag));
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

const openPostgres = async (
  url: string,
  migrationsFolder: string | null,
  migrated: Migrated,
  connections: number,
): Promise<Database> => {
  if (migrationsFolder !== null) await migrateOnce(url, migrationsFolder, migrated);
  const confirms = openConfirms(url);
  const replication = new WatchedReplication(confirms);
  let isClosed = false;
  const client = openClient(url, {
    ...{ connections, name: "jara" },
    onClose: () => {
      if (!isClosed) replication.lost();
    },
    before: (text) => replication.before(text),
  });
  const lockClient = postgres(url, {
    ...driverOptions(new UnansweredStatements()),
    max: 1,
    connection: { application_name: "jara locks", lock_timeout: LOCK_WITHIN_MS },
  });
  return withDb({
    kind: "postgres",
    query: <R extends Row>(text: string, params: readonly Param[] = []) => client.query(text, params) as Promise<R[]>,
    cells: (text, params = []) => client.cells(text, params),
    advisoryLock: createAdvisoryLock(lockClient),
    replication,
    close: async () => {
      isClosed = true;
      replication.close();
      await Promise.all([client.end(5), lockClient.end({ timeout: 5 }), confirms.close()]);
    },
  });
};

const LOCK_POLL_MS = 100;

/**
 * Runs the migrations on one node at a time, with an advisory lock on a connection of its own. The lock is polled
 * rather than waited for, because creating an index concurrently waits for all running statements, including one that
 * waits for the lock.
 */
const migrateOnce = async (url: string, migrationsFolder: string, migrated: Migrated): Promise<void> => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const hasLock = async () => (await sql`select pg_try_advisory_lock(7264001) as mine`)[0]?.mine === true;
    while (!(await hasLock())) await new Promise((next) => setTimeout(next, LOCK_POLL_MS));
    const query: Query = async <R extends Row>(text: string) => [...(await sql.unsafe<R[]>(text))];
    await reporting(
      query,
      migrationsFolder,
      async (pending) => {
        const statements = pending.map((one) => sqlOf(migrationsFolder, one)).join("\n");
        const tables = tablesNamed(statements, await tablesOf(query));
        await migrateAgain(() =>
          holdTables(sql, tables, () => migratePostgres(drizzlePostgres(sql), { migrationsFolder })),
        );
      },
      migrated,
    );
    await makeTextIndexes(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
};
