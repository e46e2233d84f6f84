// The frame of an operator's command: it opens the site's database, records what it does as the command line's, and says
// an error that the operator can fix in one line.
import path from "node:path";
import { ConfigError, projectRoot, readConfig } from "../config.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { FolderInUse } from "../platform/database/folder-lock.ts";
import { fromCommandLine, runFrom } from "../platform/lib/origin.ts";

/** An error that the person at the terminal can fix. */
export class Mistake extends Error {}

/** Opens the database that the settings name, and closes it afterwards. */
export const onSiteDatabase = async (run: (database: Database) => Promise<void>): Promise<void> => {
  const config = readConfig();
  const where = config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataDir };
  const database = await openDatabase(where, path.join(projectRoot, "migrations"));
  try {
    await runFrom(fromCommandLine, () => run(database));
  } finally {
    await database.close();
  }
};

/** Runs the command. The process ends with 1 if it fails. */
export const runCommand = (command: () => Promise<void>): void => {
  command().catch((error: unknown) => {
    process.stderr.write(`${wordsFor(error)}\n`);
    process.exitCode = 1;
  });
};

const wordsFor = (error: unknown): string => {
  if (error instanceof FolderInUse) {
    return `${error.message}\nThe built-in database serves one process: stop the server, run this again, then start it.`;
  }
  if (error instanceof Mistake || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
