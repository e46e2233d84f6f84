// Opens the files of the built-in PostgreSQL, and makes them where they are missing.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseUnusable } from "../connection-problem.ts";
import { type Account, accountFor } from "./account.ts";
import { runKept } from "./kept-process.ts";
import { lastProblem } from "./problems.ts";
import { FOLDER, findPrograms, type Programs } from "./programs.ts";

const MAKING = `${FOLDER}.making`;

const USER = "jara";

export interface Cluster {
  readonly programs: Programs;
  readonly account: Account;
  /** PostgreSQL's own folder. */
  readonly data: string;
  readonly logFile: string;
  readonly password: string;
}

/** Makes the cluster where it is missing. It appears whole or not at all. */
export const openCluster = async (dataDir: string, tell: (line: string) => void): Promise<Cluster> => {
  const folder = path.join(dataDir, FOLDER);
  if (!existsSync(folder)) refuseOtherDatabase(dataDir);
  const programs = findPrograms();
  const account = accountFor(programs, dataDir);
  if (!existsSync(folder)) {
    tell("Making the database. This takes some seconds, and happens once …");
    const making = path.join(dataDir, MAKING);
    rmSync(making, { recursive: true, force: true });
    try {
      await makeCluster(making, programs, account);
      renameSync(making, folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const data = path.join(folder, "data");
  refuseOtherVersion(data, await versionOf(programs, account));
  return { programs, account, data, logFile: path.join(folder, "log"), password: passwordIn(folder) };
};

/** A server never begins with an empty database beside another one, which a restore that was cut off may have left. */
const refuseOtherDatabase = (dataDir: string): void => {
  const has = (...names: string[]): boolean => existsSync(path.join(dataDir, ...names, "PG_VERSION"));
  const others = readdirSync(dataDir).filter((name) => name !== MAKING);
  // Versions before 0.2.0 had their database in a folder with another name and another layout.
  const older = others.find((name) => has(name));
  if (older !== undefined) {
    throw new DatabaseUnusable(
      `${path.join(dataDir, older)} has a database of an older version of this program, which this version cannot read. It ` +
        "is left as it is. To begin with an empty database, move that folder away or set DATA_DIR to another folder.",
    );
  }
  const aside = others.find((name) => has(name, "data"));
  if (aside === undefined) return;
  throw new DatabaseUnusable(
    `There is no ${path.join(dataDir, FOLDER)}, but a database that was moved aside to ${path.join(dataDir, aside)}. ` +
      "Restore a backup, or give that folder its name again. To begin with an empty database, move it away.",
  );
};

const makeCluster = async (folder: string, programs: Programs, account: Account): Promise<void> => {
  mkdirSync(folder, { mode: 0o700 });
  const passwordFile = path.join(folder, "password");
  writeFileSync(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  account.giveFolder(folder);
  const args = [
    `--pgdata=${path.join(folder, "data")}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    // More iterations protect guessable passwords, and cost each new connection milliseconds on both sides.
    "--set=scram_iterations=1",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const { code, output } = await runKept({ account, program: programs.initdb, args });
  if (code !== 0) throw new DatabaseUnusable(`The database could not be made in ${folder}: ${lastProblem(output)}`);
};

const versionOf = async (programs: Programs, account: Account): Promise<string> => {
  const { output } = await runKept({ account, program: programs.postgres, args: ["--version"] });
  return /\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? "";
};

const refuseOtherVersion = (data: string, version: string): void => {
  const made = readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  if (made === version) return;
  throw new DatabaseUnusable(
    `${data} was made by PostgreSQL ${made}, and this program has PostgreSQL ${version}. Make a backup with the version ` +
      "of the program that made it (jara backup), and restore it with this one. The folder is left as it is.",
  );
};

export const urlOf = (password: string, port: number): string =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;

export const passwordIn = (folder: string): string => readFileSync(path.join(folder, "password"), "utf8").trim();
