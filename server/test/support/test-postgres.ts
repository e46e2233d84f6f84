// The PostgreSQL of the tests. As the global setup of all tests on a database it starts the built-in one once for a run,
// unless TEST_DATABASE_URL names another one, and makes the migrated database that each test copies.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { openDatabase } from "../../src/platform/database/database.ts";
import { type OwnPostgres, openOwnPostgres } from "../../src/platform/database/own-postgres/own-postgres.ts";

/** No test outlives a power cut. Many files at once, with several servers each, need many connections. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  wal_level: "logical",
};

/** `under`: the folder in which its own folder is created. */
export const startTestPostgres = async (under = tmpdir()): Promise<{ url: string; stop(): Promise<void> }> => {
  const folder = mkdtempSync(path.join(under, "jara-test-postgres-"));
  const own: OwnPostgres = await openOwnPostgres(folder, { settings: SETTINGS });
  const stop = async (): Promise<void> => {
    await own.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: own.url, stop };
};

/** Vitest tears this down while its workers close their shared servers and drop those databases. */
const serversClosed = async (url: string): Promise<void> => {
  const admin = postgres(url, { max: 1 });
  const left = () => admin`select from pg_database where datname like 'jara_test_%'`;
  for (let looks = 0; looks < 100 && (await left()).length > 0; looks++) await sleep(100);
  await admin.end();
};

export default async (): Promise<(() => Promise<void>) | undefined> => {
  // Another project of the same run has set it up.
  if (process.env.TEST_DATABASE_TEMPLATE) return undefined;
  const own = process.env.TEST_DATABASE_URL ? null : await startTestPostgres();
  if (own) process.env.TEST_DATABASE_URL = own.url;
  // Read after the address is known.
  const { copyOf, migrationsFolder, nameOf, TEMPLATE } = await import("./fresh-database.ts");
  const { databaseUrl, drop } = await copyOf(null, process.env.TEST_DATABASE_URL);
  await (await openDatabase({ url: databaseUrl }, migrationsFolder)).close();
  process.env[TEMPLATE] = nameOf(databaseUrl);
  return async () => {
    await drop();
    if (!own) return;
    await serversClosed(own.url);
    await own.stop();
  };
};
