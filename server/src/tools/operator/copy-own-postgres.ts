// Backs the built-in PostgreSQL up while people bid, without PostgreSQL's own tools, because the package has none. It
// copies the files between `pg_backup_start` and `pg_backup_stop` with the log that was written meanwhile, opens the copy
// once for a check, and packs it.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "../../platform/database/database.ts";
import { accountFor } from "../../platform/database/own-postgres/account.ts";
import { openOwnPostgres } from "../../platform/database/own-postgres/own-postgres.ts";
import { FOLDER, findPrograms } from "../../platform/database/own-postgres/programs.ts";
import { wrongLedgers } from "./check-records.ts";
import { Mistake } from "./command.ts";
import { type Ask, countRows, withConnection } from "./connection.ts";
import type { Dumped } from "./dump-postgres.ts";
import type { DumpFacts } from "./read-dump.ts";

/** Left out of a copy: the log is copied by itself, and the rest belongs to the running server. */
const LEFT_OUT = new Set(["pg_wal", "postmaster.pid", "postmaster.opts", "pg_replslot", "pg_stat_tmp", "pg_notify"]);

/** `url`: the running server whose files are in `dataDir`. `work`: an empty folder for the copy. */
export const copyOwnPostgres = async (url: string, dataDir: string, work: string, file: string): Promise<Dumped> => {
  const copy = path.join(work, FOLDER);
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  cpSync(path.join(dataDir, FOLDER, "password"), path.join(copy, "password"));
  const from = path.join(dataDir, FOLDER, "data");
  const takenAt = await withConnection(url, (ask) => copyFiles(ask, from, path.join(copy, "data")));
  accountFor(findPrograms(), work).giveFolder(copy);
  const dumped = await openedOnce(work, RECOVERY);
  rmSync(path.join(copy, "log"), { force: true });
  tar(["-czf", file, "-C", work, FOLDER]);
  return { ...dumped, takenAt };
};

/** Returns when the copy ended, epoch ms: it has what was committed until then. */
const copyFiles = async (ask: Ask, from: string, to: string): Promise<number> => {
  // The slot keeps the log until it is copied. It ends with this connection.
  await ask("select pg_create_physical_replication_slot('jara_backup', true, true)");
  await ask("select pg_backup_start('jara backup', true)");
  copyFolder(from, to, LEFT_OUT);
  for (const name of LEFT_OUT) {
    if (statSync(path.join(from, name), { throwIfNoEntry: false })?.isDirectory()) mkdirSync(path.join(to, name));
  }
  const [stopped] = await ask<{ label: string; last: string; at: number }>(
    `select labelfile as label, pg_walfile_name(lsn) as last,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as at from pg_backup_stop(wait_for_archive => false)`,
  );
  if (!stopped) throw new Mistake("PostgreSQL did not end the copy.");
  const first = /file ([0-9A-F]{24})/.exec(stopped.label)?.[1] ?? "";
  for (const name of readdirSync(path.join(from, "pg_wal"))) {
    if (!/^[0-9A-F]{24}$/.test(name) || name < first || name > stopped.last) continue;
    cpSync(path.join(from, "pg_wal", name), path.join(to, "pg_wal", name));
  }
  writeFileSync(path.join(to, "backup_label"), stopped.label, { mode: 0o600 });
  writeFileSync(path.join(to, "recovery.signal"), "", { mode: 0o600 });
  return stopped.at;
};

/** The recovery of a copy stops where the copy ended, though its last file of the log goes on. */
const RECOVERY = { restore_command: "false", recovery_target: "immediate", recovery_target_action: "promote" };

/** Files that disappear meanwhile are of tables that were dropped; the log says so too. */
const copyFolder = (from: string, to: string, leftOut: ReadonlySet<string> = new Set()): void => {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (existsSync(source)) copyFile(source, target);
  }
};

const copyFile = (from: string, to: string): void => {
  try {
    cpSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
};

/** Opens the copy, which recovers it, and reads every row, which checks the checksum of every page. */
const openedOnce = async (work: string, settings: Readonly<Record<string, string>> = {}): Promise<DumpFacts> => {
  const own = await openOwnPostgres(work, { settings });
  try {
    return await withConnection(own.url, (ask) => describe({ query: ask }));
  } finally {
    await own.close();
  }
};

interface Unpacked {
  readonly file: string;
  readonly dataDir: string;
  /** The folder to which the present database is moved. */
  readonly aside: string | null;
  /** Throws if the backup is not what it should be. */
  accept(facts: DumpFacts): void;
}

/** Unpacks a backup and opens it. Then it takes its place in DATA_DIR; until then everything there stays as it is. */
export const unpackOwnPostgres = async ({ file, dataDir, aside, accept }: Unpacked): Promise<void> => {
  const work = path.join(dataDir, "restoring");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  try {
    tar(["-xzf", file, "-C", work]);
    const [unpacked, there] = [path.join(work, FOLDER), path.join(dataDir, FOLDER)];
    if (!existsSync(path.join(unpacked, "data", "PG_VERSION"))) throw new Mistake(`There is no database in ${file}.`);
    accountFor(findPrograms(), dataDir).giveFolder(unpacked);
    accept(await openedOnce(work));
    if (aside !== null) renameSync(there, aside);
    renameSync(unpacked, there);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Statements are text, because they read over a bare connection what Drizzle has no tables for. */
const describe = async ({ query }: Pick<Database, "query">): Promise<DumpFacts> => {
  const rows = await countRows(query);
  if (rows["drizzle.__drizzle_migrations"] === undefined) throw new Mistake("The database has no tables yet.");
  const migrations = await query<{ at: number }>("select created_at::float8 as at from drizzle.__drizzle_migrations");
  const wrongBalances = (await wrongLedgers({ query })).length;
  return { rows, migrations: migrations.map(({ at }) => at), wrongBalances };
};

const tar = (args: readonly string[]): void => {
  try {
    execFileSync("tar", args, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    throw new Mistake(`tar failed: ${stderr?.toString().split("\n", 1)[0] || message}`);
  }
};
