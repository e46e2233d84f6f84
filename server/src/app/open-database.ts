// Opens the database and its replica. In production it refuses a database that has the demo's accounts.
import path from "node:path";
import { type Config, projectRoot } from "../config.ts";
import { refuseDemoAccounts } from "../features/accounts/refuse-demo-accounts.ts";
import { awaitPostgres } from "../platform/database/await-postgres.ts";
import { connectionProblem, DatabaseUnusable } from "../platform/database/connection-problem.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { knownMigrations } from "../platform/database/migrating/migration-status.ts";
import { openReadReplica, type ReadReplica } from "../platform/database/replica/read-replica.ts";
import { observedDatabase } from "../platform/observe/database-metrics.ts";
import type { Metrics } from "./metrics.ts";

export const migrationsFolder = path.join(projectRoot, "migrations");

type Log = Parameters<typeof awaitPostgres>[1]["log"];

/** `connections`: the most that it opens to PostgreSQL; its own number where it is undefined. */
export const openMarket = async (
  config: Config,
  metrics: Pick<Metrics, "database">,
  log: Log,
  connections?: number,
): Promise<Database> => {
  const database = observedDatabase(await open(config, log, connections), metrics.database);
  if (!config.isProduction) return database;
  // Check before any job runs, because demo users must never get mail through a real server.
  try {
    await refuseDemoAccounts(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

/** Null without a replica. The server also starts if the replica cannot be reached. */
export const openReplica = (
  { databaseReadUrl }: Pick<Config, "databaseReadUrl">,
  database: Database,
  log: Log,
): ReadReplica | null => (databaseReadUrl === null ? null : openReadReplica(database, databaseReadUrl, log));

const open = async ({ databaseUrl, dataDir }: Config, log: Log, connections?: number): Promise<Database> => {
  const migrations = knownMigrations(migrationsFolder).length;
  let carriedOut: readonly string[] = [];
  const migrated = (tags: readonly string[]): void => {
    carriedOut = tags;
  };
  if (databaseUrl !== null) await awaitPostgres(databaseUrl, { log });
  const place = databaseUrl === null ? { folder: dataDir } : { url: databaseUrl };
  const tell = (line: string): void => log.info({}, line);
  try {
    const database = await openDatabase(place, migrationsFolder, {
      migrated,
      tell,
      ...(connections !== undefined && { connections }),
    });
    log.info({ isBuiltIn: databaseUrl === null, migrations, carriedOut }, "the database is open");
    return database;
  } catch (error) {
    const problem = databaseUrl === null ? null : connectionProblem(error, databaseUrl);
    throw problem ? new DatabaseUnusable(problem.sentence) : error;
  }
};
