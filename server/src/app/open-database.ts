// Opens the database, and refuses one that production must not use.
import path from "node:path";
import { type Config, projectRoot } from "../config.ts";
import { refuseDemoAccounts } from "../features/accounts/refuse-demo-accounts.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { observedDatabase } from "../platform/observe/database-metrics.ts";
import type { Metrics } from "./metrics.ts";

export const migrationsFolder = path.join(projectRoot, "migrations");

export const openMarket = async (config: Config, metrics: Pick<Metrics, "database">): Promise<Database> => {
  const where = config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataDir };
  const database = observedDatabase(await openDatabase(where, migrationsFolder), metrics.database);
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
