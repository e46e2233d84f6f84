// `jara restore`: checks a backup, restores it into an empty database, and checks the result.
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { migrationsFolder } from "../../app/open-database.ts";
import { type Config, readConfig } from "../../config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { holdFolder } from "../../platform/database/folder-lock.ts";
import { knownMigrations, statusOf } from "../../platform/database/migrating/migration-status.ts";
import { FOLDER } from "../../platform/database/own-postgres/programs.ts";
import { type Manifest, manifestOf, nameOf, sha256Of } from "./backup-files.ts";
import { restoreMedia } from "./backup-media.ts";
import { checkRecords } from "./check-records.ts";
import { argumentsOf, Mistake, type OperatorCommand, placeFor, say, WrongUse } from "./command.ts";
import { countRows, withConnection } from "./connection.ts";
import { unpackOwnPostgres } from "./copy-own-postgres.ts";
import { readDump } from "./read-dump.ts";
import { restorePostgres } from "./restore-postgres.ts";

const HELP = `Usage: jara restore <folder>/jara-<time>.dump [--move-existing] [--no-uploads]

Restores a backup into the database of the settings, which must be empty. Stop the servers first. Afterwards the rows are
compared with the backup's, missing migrations are carried out, every balance is compared with its ledger, and every
auction with its log. The user of DATABASE_URL needs to own the database, no more.

--move-existing  if the database has data: moves it aside first, so that nothing is lost. In PostgreSQL it goes to the
                 schema jara_before_<time>, on the built-in PostgreSQL to the folder postgres.before-<time>.
--no-uploads     leaves uploads as they are. Otherwise those of <folder>/media that are missing are copied back.

Exit code 0: restored, and everything adds up. 1: not restored, or something does not add up.`;

interface Checked {
  readonly rows: Readonly<Record<string, number>> | null;
  readonly migrations: readonly number[];
}

/** Throws a Mistake if the file is not what its description says, or cannot be restored by this program. */
const checkFile = async (file: string, manifest: Manifest | null, kind: Manifest["kind"]): Promise<Checked> => {
  const made = file.endsWith(".tar.gz") ? "built-in" : "postgres";
  if (made !== kind) {
    const words = { "built-in": "the built-in PostgreSQL", postgres: "another PostgreSQL" };
    throw new Mistake(`${file} is of ${words[made]}, but the settings name ${words[kind]}.`);
  }
  if (manifest && statSync(file).size !== manifest.bytes) {
    throw new Mistake(
      `${file} has ${statSync(file).size} bytes instead of ${manifest.bytes}: it was cut off or changed.`,
    );
  }
  if (manifest && (await sha256Of(file)) !== manifest.sha256) {
    throw new Mistake(`${file} is not the file that was backed up: its SHA-256 is another.`);
  }
  const facts: Checked =
    made === "postgres"
      ? await readDump(file)
      : { rows: manifest?.rows ?? null, migrations: manifest?.migrations ?? [] };
  refuseOtherVersion(facts.migrations);
  return facts;
};

const refuseOtherVersion = (migrations: readonly number[]): void => {
  if (statusOf(migrations, knownMigrations(migrationsFolder)).unknown === 0) return;
  throw new Mistake("The backup is of a newer version of this program. Install that version, then restore.");
};

const restoreOwnPostgres = async (
  file: string,
  { rows }: Checked,
  dataDir: string,
  moveExisting: boolean,
): Promise<void> => {
  mkdirSync(dataDir, { recursive: true });
  const release = holdFolder(dataDir);
  try {
    const there = path.join(dataDir, FOLDER);
    const aside = existsSync(there) ? `${there}.before-${nameOf(Date.now()).slice("jara-".length)}` : null;
    if (aside !== null && !moveExisting) {
      throw new Mistake(`There is a database in ${there} already; --move-existing moves it aside.`);
    }
    const accept: Parameters<typeof unpackOwnPostgres>[0]["accept"] = (facts) => {
      refuseOtherVersion(facts.migrations);
      refuseOtherRows(facts.rows, rows);
    };
    await unpackOwnPostgres({ file, dataDir, aside, accept });
    if (aside !== null) say(`The database that was there is in ${aside} now.`);
  } finally {
    release();
  }
};

/** Throws a Mistake if any rows are missing. */
const refuseOtherRows = (restored: Readonly<Record<string, number>>, rows: Checked["rows"]): void => {
  const wrong = Object.entries(rows ?? {}).find(([table, count]) => count !== (restored[table] ?? 0));
  if (wrong) throw new Mistake(`${wrong[0]} has ${restored[wrong[0]] ?? 0} rows instead of ${wrong[1]}.`);
};

/** The rows are compared with the backup's before anything else is written. */
const restoreInto = async (url: string, file: string, { rows }: Checked, moveExisting: boolean): Promise<void> => {
  await restorePostgres(url, file, moveExisting);
  refuseOtherRows(await withConnection(url, countRows), rows);
};

/** Migrates, then checks the records. Returns the exit code. */
const checkResult = async (config: Config): Promise<number> => {
  const database = await openDatabase(placeFor(config), migrationsFolder, {
    migrated: (tags) => say(`migrated: ${tags.join(", ")}`),
  });
  try {
    const { accounts, auctions, unlogged, problems } = await checkRecords(database);
    for (const problem of problems) say(`WRONG: ${problem}`);
    if (unlogged > 0) say(`${unlogged} auctions are older than the log, so they cannot be replayed.`);
    say(
      `${accounts} balances and their ledgers, ${auctions} auctions and their logs: ${problems.length === 0 ? "all add up" : "not all add up"}.`,
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
};

export const command: OperatorCommand = {
  summary: "restores a backup into an empty database, and checks that everything adds up",
  help: HELP,
  async run(args) {
    const options = { "move-existing": { type: "boolean" }, "no-uploads": { type: "boolean" } } as const;
    const { values, positionals } = argumentsOf(args, options, 1);
    if (positionals[0] === undefined) throw new WrongUse("The file to restore is missing");
    const file = path.resolve(positionals[0]);
    if (!existsSync(file)) throw new Mistake(`There is no file ${file}.`);
    const config = readConfig();
    const moveExisting = values["move-existing"] === true;
    const manifest = manifestOf(file);
    if (!manifest) say("There is no description (.json) beside this file, so only the file itself is checked.");
    const facts = await checkFile(file, manifest, config.databaseUrl === null ? "built-in" : "postgres");
    if (config.databaseUrl === null) await restoreOwnPostgres(file, facts, config.dataDir, moveExisting);
    else await restoreInto(config.databaseUrl, file, facts, moveExisting);
    say(`Restored ${path.basename(file)}${manifest ? ` of ${manifest.takenAt}` : ""}, with all its rows.`);
    const code = await checkResult(config);
    if (!values["no-uploads"] && !config.media.s3 && existsSync(path.join(path.dirname(file), "media"))) {
      say(`${restoreMedia(path.dirname(file), config.media.folder)} uploads were missing and were copied back.`);
    }
    if (code === 0)
      say(
        "Now start the servers. Lots whose end has passed close at once: docs/operations.md#restoring says what to look at.",
      );
    return code;
  },
};
