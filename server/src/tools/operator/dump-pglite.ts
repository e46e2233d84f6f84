// Backs the built-in database up: a copy of its folder, made while nothing else has it open, and opened once for a
// check.
import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { type Database, openDatabase } from "../../platform/database/database.ts";
import { holdFolder } from "../../platform/database/folder-lock.ts";
import { wrongLedgers } from "./check-records.ts";
import { Mistake } from "./command.ts";
import { countRows } from "./connection.ts";
import type { Dumped } from "./dump-postgres.ts";

/** Names and contents of the folder that holds the built-in database, in DATA_DIR. */
export const FOLDER = "pglite";

/** Throws FolderInUse while a server runs. */
export const dumpPglite = async (dataDir: string, file: string): Promise<Dumped> => {
  const before = await factsOf(dataDir);
  const release = holdFolder(dataDir);
  try {
    tar(["-czf", file, "-C", dataDir, FOLDER]);
  } finally {
    release();
  }
  const trial = mkdtempSync(path.join(path.dirname(file), "trial-"));
  try {
    tar(["-xzf", file, "-C", trial]);
    const after = await factsOf(trial);
    const wrong = Object.entries(before.rows).find(([table, count]) => after.rows[table] !== count);
    if (wrong)
      throw new Mistake(
        `The copy is not complete: ${wrong[0]} has ${after.rows[wrong[0]] ?? 0} rows instead of ${wrong[1]}.`,
      );
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
  return before;
};

/** Unpacks a copy into DATA_DIR. The database's folder appears whole or not at all. */
export const unpackPglite = (file: string, dataDir: string): void => {
  const trial = mkdtempSync(path.join(dataDir, "restoring-"));
  try {
    tar(["-xzf", file, "-C", trial]);
    renameSync(path.join(trial, FOLDER), path.join(dataDir, FOLDER));
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
};

const factsOf = async (dataDir: string): Promise<Dumped> => {
  const database = await openDatabase({ folder: dataDir }, null);
  try {
    return await describe(database);
  } finally {
    await database.close();
  }
};

/** Statements are text, because they read over a bare connection what Drizzle has no tables for. */
const describe = async ({ query }: Pick<Database, "query">): Promise<Dumped> => {
  const rows = await countRows(query);
  if (rows["drizzle.__drizzle_migrations"] === undefined) throw new Mistake("The database has no tables yet.");
  const migrations = await query<{ at: number }>("select created_at::float8 as at from drizzle.__drizzle_migrations");
  const [clock] = await query<{ at: number }>("select (extract(epoch from clock_timestamp()) * 1000)::float8 as at");
  const wrongBalances = (await wrongLedgers({ query })).length;
  return { rows, migrations: migrations.map(({ at }) => at), takenAt: clock?.at ?? 0, wrongBalances };
};

const tar = (args: readonly string[]): void => {
  try {
    execFileSync("tar", args, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    throw new Mistake(`tar failed: ${stderr?.toString().split("\n", 1)[0] || message}`);
  }
};
