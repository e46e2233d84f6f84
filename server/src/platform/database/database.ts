// Opens PostgreSQL: at an address, or the built-in one of a folder. It runs typed statements through `db` (Drizzle), the
// commit's text through `query`, and features' writes of several statements through `transaction`.
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { createWakes, type Wakes } from "../jobs/wake.ts";
import { type AdvisoryLock, createAdvisoryLock, LOCK_WITHIN_MS } from "./advisory-lock.ts";
import { openConfirms } from "./confirms.ts";
import { raiseLogPosition } from "./log-position.ts";
import { holdTables, tablesNamed, tablesOf } from "./migrating/hold-tables.ts";
import { migrateAgain } from "./migrating/migrate-again.ts";
import { type Migration, migrationStatus, type Query, sqlOf } from "./migrating/migration-status.ts";
import { openOwnPostgres } from "./own-postgres/own-postgres.ts";
import { driverOptions, openClient } from "./postgres-client.ts";
import { type Replication, WatchedReplication } from "./replication.ts";
import { makeTextIndexes } from "./text-indexes.ts";
import { refuseInTransaction, type Transaction, transactionsOn } from "./transaction.ts";
import { type Lease, openTransactionConnections, TRANSACTION_CONNECTIONS } from "./transaction-connections.ts";
import { type Db, openTyped, type Param, type Row } from "./typed-statements.ts";
import { UnansweredStatements } from "./unanswered-statements.ts";

export type { Db, Param, Row } from "./typed-statements.ts";

export interface Database extends Wakes {
  /** The address of the PostgreSQL, with its password. */
  readonly url: string;
  /** Builds and runs typed statements. Auctions, bids and max bids must be read only: the engine alone changes them. */
  readonly db: Db;
  /**
   * Runs one statement, for the few that are built as text. Parameters are sent as text. Rejects with
   * `StatementUnanswered` if no answer came in time; the statement may or may not have been carried out.
   */
  query<R extends Row = Row>(text: string, params?: readonly Param[]): Promise<R[]>;
  /** Like `query`, with each row as an array of its columns. `db` uses both. */
  cells(text: string, params?: readonly Param[]): Promise<unknown[][]>;
  readonly transaction: Transaction;
  /** Gives the connections of transactions, for `transaction` alone. */
  readonly lease: Lease;
  readonly advisoryLock: AdvisoryLock;
  /** Knows what a failover could take back. */
  readonly replication: Replication;
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
    lease: (run, withinMs) =>
      database.lease(
        ({ query, cells, end }) =>
          run({
            query: (text, params) => around(() => query(text, params), text),
            cells: (text, params) => around(() => cells(text, params), text),
            end,
          }),
        withinMs,
      ),
  });

const withDb = (database: Omit<Database, "db" | "transaction">): Database => ({
  ...database,
  db: openTyped(database.query, database.cells, database.wake),
  transaction: transactionsOn(database.lease, database.wake),
});

/** The most connections for statements, to one PostgreSQL. */
const CONNECTIONS = 10;
/**
 * The most connections of one server to PostgreSQL: those for statements and for transactions, one for the advisory lock,
 * and one that asks for confirmation. While a server starts, it has one for the migrations first, and opens these after it.
 */
export const CONNECTIONS_OF_A_SERVER = CONNECTIONS + TRANSACTION_CONNECTIONS + 2;

/** A PostgreSQL at an address, or the built-in one whose data are in a folder. */
export type Place = { readonly url: string } | { readonly folder: string };

interface OpenOptions {
  /** Called with the names of the migrations that were carried out. */
  readonly migrated?: Migrated;
  readonly connections?: number;
  /** Tells the operator about steps of the built-in PostgreSQL that take seconds. */
  readonly tell?: (line: string) => void;
}

/** `migrationsFolder` null: the database stays as it is, for programs that only look. */
export const openDatabase = async (
  place: Place,
  migrationsFolder: string | null,
  { migrated = () => {}, connections = CONNECTIONS, tell }: OpenOptions = {},
): Promise<Database> => {
  if ("url" in place) return openPostgres(place.url, migrationsFolder, migrated, connections);
  const own = await openOwnPostgres(place.folder, tell ? { tell } : {});
  try {
    const database = await openPostgres(own.url, migrationsFolder, migrated, connections);
    const close = () => database.close().finally(() => own.close());
    return { ...database, close };
  } catch (error) {
    await own.close();
    throw error;
  }
};

type Migrated = (tags: readonly string[]) => void;

/** Carries the migrations out, and reports those that were missing. `carryOut` gets those. */
const reporting = async (
  query: Query,
  migrationsFolder: string,
  carryOut: (pending: readonly Migration[]) => Promise<void>,
  migrated: Migrated,
): Promise<void> => {
  const { pending } = await migrationStatus({ query }, migrationsFolder);
  if (pending.length === 0) return;
  await carryOut(pending);
  migrated(pending.map(({ tag }) => tag));
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
  const before = (text: string) => replication.before(text);
  const onLost = (): void => {
    if (!isClosed) replication.lost();
  };
  const client = openClient(url, { connections, name: "jara", onClose: onLost, before });
  const transactions = openTransactionConnections(url, { before, onLost });
  const lockClient = postgres(url, {
    ...driverOptions(new UnansweredStatements()),
    max: 1,
    connection: { application_name: "jara locks", lock_timeout: LOCK_WITHIN_MS },
  });
  return withDb({
    ...createWakes(),
    url,
    query: <R extends Row>(text: string, params: readonly Param[] = []) => {
      refuseInTransaction();
      return client.query(text, params) as Promise<R[]>;
    },
    cells: (text, params = []) => {
      refuseInTransaction();
      return client.cells(text, params);
    },
    lease: transactions.lease,
    advisoryLock: createAdvisoryLock(lockClient),
    replication,
    close: async () => {
      isClosed = true;
      replication.close();
      await Promise.all([client.end(5), transactions.close(5), lockClient.end({ timeout: 5 }), confirms.close()]);
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
        await migrateAgain(() => holdTables(sql, tables, () => migrate(drizzle(sql), { migrationsFolder })));
      },
      migrated,
    );
    await makeTextIndexes(sql);
    await raiseLogPosition(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
};
