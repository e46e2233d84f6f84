// `npm run remove-second-factor -- --email …`: switches two-step verification off for somebody who lost the phone and the
// recovery codes. The program cannot know who asks: the operator must.
import path from "node:path";
import { parseArgs } from "node:util";
import { emailSchema } from "@jara/shared/rest/accounts";
import { ConfigError, projectRoot, readConfig } from "../config.ts";
import { removeFactorOf } from "../features/accounts/second-factor/queries.ts";
import { openDatabase } from "../platform/database/database.ts";
import { FolderInUse } from "../platform/database/folder-lock.ts";

/** An error that the person at the terminal can fix. */
class Mistake extends Error {}

const USAGE = "Usage: npm run remove-second-factor -- --email somebody@example.ng";

const emailGiven = (): string => {
  let email: unknown;
  try {
    email = parseArgs({ options: { email: { type: "string" } }, strict: true, allowPositionals: false }).values.email;
  } catch {
    throw new Mistake(USAGE);
  }
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw new Mistake(USAGE);
  return parsed.data;
};

const run = async (): Promise<void> => {
  const email = emailGiven();
  const config = readConfig();
  const where = config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataDir };
  const database = await openDatabase(where, path.join(projectRoot, "migrations"));
  try {
    const isDone = await removeFactorOf(database, email);
    if (!isDone)
      throw new Mistake(`No account of ${email} has two-step verification, or it is suspended; nothing was changed.`);
    process.stdout.write(`Two-step verification of ${email} is off, and the account gets a mail about it.\n`);
  } finally {
    await database.close();
  }
};

run().catch((error: unknown) => {
  const isExpected = error instanceof Mistake || error instanceof ConfigError;
  const said =
    error instanceof FolderInUse
      ? `${error.message}\nThe built-in database serves one process: stop the server, run this again, then start it.`
      : isExpected
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
  process.stderr.write(`${said}\n`);
  process.exitCode = 1;
});
