// `jara backup`: dumps the database, reads the dump back, copies new uploads, and removes old backups.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { version } from "../../app/version.ts";
import { type Config, readConfig } from "../../config.ts";
import { FOLDER } from "../../platform/database/own-postgres/programs.ts";
import { type Manifest, nameOf, removeOldBackups, sha256Of, writeManifest } from "./backup-files.ts";
import { backUpMedia, removeOldMedia } from "./backup-media.ts";
import { argumentsOf, Mistake, type OperatorCommand, opened, say, WrongUse } from "./command.ts";
import { copyOwnPostgres } from "./copy-own-postgres.ts";
import { dumpPostgres } from "./dump-postgres.ts";

const HELP = `Usage: jara backup --to <folder> [--keep-daily 7] [--keep-weekly 4] [--no-uploads]

Writes jara-<time>.dump and jara-<time>.json into the folder, and copies new uploads to <folder>/media. People may bid
meanwhile: a backup shows one moment. A dump is read back, and its rows are compared with the database's at that moment;
a copy of the built-in PostgreSQL (.tar.gz) is opened, and every row is read. Only then is it a backup. Uploads in a bucket are not copied: use the bucket's own versions.

--keep-daily N   after a good backup, keeps the newest of each of the last N days that have one,
--keep-weekly N  and the newest of each of the last N weeks. Other backups are removed. Without both, nothing is.
--no-uploads     leaves uploads out.

The folder has all data of your users: keep it off this machine, encrypted.`;

const numberOf = (name: string, text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (!/^\d{1,4}$/.test(text)) throw new WrongUse(`--${name} needs a number`);
  return Number(text);
};

const folderOf = (given: string | undefined): string => {
  if (given === undefined) throw new WrongUse("--to is missing");
  const folder = path.resolve(given);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.R_OK);
  } catch (error) {
    throw new Mistake(`The folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  return folder;
};

/** Forces the file to the disk, because a backup must survive a power cut that follows it. */
const toDisk = (file: string): void => {
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
};

/** Returns the name of the backup without its ending. */
const makeBackup = async (config: Config, folder: string, withUploads: boolean): Promise<string> => {
  const { databaseUrl, dataDir, media } = config;
  const partial = path.join(folder, `.partial-${process.pid}`);
  const work = path.join(folder, `.copy-${process.pid}`);
  try {
    if (databaseUrl === null && !existsSync(path.join(dataDir, FOLDER))) {
      throw new Mistake(`There is no built-in database in ${dataDir}.`);
    }
    const database = await opened(config, null);
    const dumped = await (databaseUrl === null
      ? copyOwnPostgres(database.url, dataDir, work, partial)
      : dumpPostgres(databaseUrl, partial)
    ).finally(() => database.close());
    toDisk(partial);
    const name = nameOf(dumped.takenAt);
    const file = `${name}${databaseUrl === null ? ".tar.gz" : ".dump"}`;
    // The dump comes first: a picture that no lot uses does no harm, but a missing picture is visible.
    const uploads = media.s3 ? "bucket" : withUploads ? "folder" : "left out";
    const copied = uploads === "folder" ? backUpMedia(media.folder, folder, dumped.takenAt) : null;
    const manifest: Manifest = {
      jara: "backup 1",
      version,
      kind: databaseUrl === null ? "built-in" : "postgres",
      takenAt: new Date(dumped.takenAt).toISOString(),
      file,
      bytes: statSync(partial).size,
      sha256: await sha256Of(partial),
      migrations: [...dumped.migrations],
      rows: { ...dumped.rows },
      uploads,
    };
    renameSync(partial, path.join(folder, file));
    writeManifest(folder, name, manifest);
    const rows = Object.values(dumped.rows).reduce((sum, count) => sum + count, 0);
    say(
      `${path.join(folder, file)}: ${(manifest.bytes / 1e6).toFixed(1)} MB, ${rows} rows in ${Object.keys(dumped.rows).length} tables, read back and compared.`,
    );
    if (copied) say(`${path.join(folder, "media")}: ${copied.files} uploads, ${copied.copied} of them new.`);
    if (uploads === "bucket") say(`Uploads are in the bucket ${media.s3?.bucket} and were not copied.`);
    return name;
  } finally {
    rmSync(partial, { force: true });
    rmSync(work, { recursive: true, force: true });
  }
};

export const command: OperatorCommand = {
  summary: "dumps the database and reads the dump back, copies uploads, removes old backups",
  help: HELP,
  async run(args) {
    const text = { type: "string" } as const;
    const options = { to: text, "keep-daily": text, "keep-weekly": text, "no-uploads": { type: "boolean" } } as const;
    const { values } = argumentsOf(args, options);
    const daily = numberOf("keep-daily", values["keep-daily"]);
    const weekly = numberOf("keep-weekly", values["keep-weekly"]);
    const folder = folderOf(values.to);
    // Other users of this machine must never be able to read a dump, not even while it is written.
    process.umask(0o077);
    await makeBackup(readConfig(), folder, !values["no-uploads"]);
    if (daily === null && weekly === null) return 0;
    const { removed, oldestAt } = removeOldBackups(folder, { daily: daily ?? 0, weekly: weekly ?? 0 });
    removeOldMedia(folder, oldestAt);
    for (const name of removed) say(`removed ${name}, which is older than what is kept.`);
    return 0;
  },
};
