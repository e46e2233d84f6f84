// Starts the PostgreSQL that comes with the program, for a server without DATABASE_URL. Its files are in
// <DATA_DIR>/postgres. It listens on 127.0.0.1 alone, with a password of its own, and stops with the program.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { DatabaseUnusable } from "../connection-problem.ts";
import { holdFolder } from "../folder-lock.ts";
import { type Account, accountFor } from "./account.ts";
import { lastProblem } from "./log-file.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { endOrphan, runningIn } from "./running.ts";

export interface OwnPostgres {
  /** The address, with its password. */
  readonly url: string;
  /** The id of the parent of all its processes. */
  pid(): number;
  close(): Promise<void>;
}

interface Options {
  /** Tells the operator about steps that take seconds. */
  readonly tell?: (line: string) => void;
  /** Settings of the server in addition to its own ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The folder of the built-in PostgreSQL, in DATA_DIR and in a backup. */
export const FOLDER = "postgres";

const USER = "jara";
/** Recovery after a power cut reads at most `max_wal_size` of log, which takes minutes on a slow disk. */
const STARTS_WITHIN_MS = 600_000;
const TELL_EVERY_MS = 5_000;
const STOPS_WITHIN_MS = 30_000;
/** Tries for a free port, and after a crash whose last processes still end. */
const TRIES = 20;
const POLL_MS = 50;

/** Throws FolderInUse while another process runs on the folder, and DatabaseUnusable with a sentence otherwise. */
export const openOwnPostgres = async (dataDir: string, { tell = () => {}, settings = {} }: Options = {}) => {
  mkdirSync(dataDir, { recursive: true });
  const release = holdFolder(dataDir);
  try {
    const cluster = await openCluster(dataDir, tell);
    const server = new OwnServer(cluster, settings, tell);
    await server.start();
    const { url } = server;
    const close = () => server.stop().finally(release);
    return { url, pid: () => server.pid, close } satisfies OwnPostgres;
  } catch (error) {
    release();
    throw error;
  }
};

interface Cluster {
  readonly programs: Programs;
  readonly account: Account;
  /** PostgreSQL's own folder. */
  readonly data: string;
  readonly logFile: string;
  readonly password: string;
}

/** Makes the cluster where it is missing. It appears whole or not at all. */
const openCluster = async (dataDir: string, tell: (line: string) => void): Promise<Cluster> => {
  const folder = path.join(dataDir, FOLDER);
  if (!existsSync(folder)) refuseOldFolder(dataDir);
  const programs = findPrograms();
  const account = accountFor(programs, dataDir);
  if (!existsSync(folder)) {
    tell("Making the database. This takes some seconds, and happens once …");
    const making = path.join(dataDir, `${FOLDER}.making`);
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
  await endOrphan(data, tell);
  return { programs, account, data, logFile: path.join(folder, "log"), password: passwordIn(folder) };
};

/** Versions before 0.2.0 had their database in a folder with another name and another layout. */
const refuseOldFolder = (dataDir: string): void => {
  const old = readdirSync(dataDir).find((name) => existsSync(path.join(dataDir, name, "PG_VERSION")));
  if (old === undefined) return;
  throw new DatabaseUnusable(
    `${path.join(dataDir, old)} has a database of an older version of this program, which this version cannot read. It ` +
      "is left as it is. To begin with an empty database, move that folder away or set DATA_DIR to another folder.",
  );
};

const makeCluster = async (folder: string, programs: Programs, account: Account): Promise<void> => {
  mkdirSync(folder, { mode: 0o700 });
  const passwordFile = path.join(folder, "password");
  writeFileSync(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  account.giveFolder(folder);
  const { code, output } = await run(account, programs.initdb, [
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
  ]);
  if (code !== 0) throw new DatabaseUnusable(`The database could not be made in ${folder}: ${lastProblem(output)}.`);
};

const versionOf = async (programs: Programs, account: Account): Promise<string> => {
  const { output } = await run(account, programs.postgres, ["--version"]);
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

const run = (account: Account, program: string, given: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const { command, args } = account.commandOf(program, given);
    const child = spawn(command, args, {
      ...account.ids,
      cwd: "/",
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });

/** Messages in English, whatever the machine speaks, because their texts are read here. */
const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
} as const;

/**
 * Runs its arguments as a command, and interrupts it when the shell's input ends. So PostgreSQL shuts down when this
 * program ends, also if it is killed.
 */
const KEEPER =
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; { cat <&3 >/dev/null; kill -INT $server 2>/dev/null; } & wait $server';

/** One PostgreSQL server, which is started again if it ends by itself. Its port stays the same while it runs. */
class OwnServer {
  readonly #cluster: Cluster;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #tell: (line: string) => void;
  #port = 0;
  #child: ChildProcess | undefined;
  #isStopping = false;

  constructor(cluster: Cluster, settings: Readonly<Record<string, string>>, tell: (line: string) => void) {
    this.#cluster = cluster;
    this.#settings = settings;
    this.#tell = tell;
  }

  get url(): string {
    return urlOf(this.#cluster.password, this.#port);
  }

  get pid(): number {
    return runningIn(this.#cluster.data)?.pid ?? 0;
  }

  /** Tries other ports until one is free. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      this.#port = await freePort();
      try {
        await this.#run();
        break;
      } catch (error) {
        if (tries === TRIES || !(error instanceof PassingProblem)) throw error;
        await sleep(POLL_MS * tries);
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.stdin?.end();
    const late = setTimeout(() => process.kill(this.pid, "SIGQUIT"), STOPS_WITHIN_MS);
    await exited.finally(() => clearTimeout(late));
  }

  /** Resolves once it answers. */
  async #run(): Promise<void> {
    const { programs, account, data, logFile } = this.#cluster;
    const settings = Object.entries({ ...SETTINGS, ...this.#settings, port: String(this.#port) });
    const given = ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    const { command, args } = account.commandOf(programs.postgres, given);
    const log = openSync(logFile, "w", 0o600);
    // Detached, because Ctrl-C at the terminal must reach the program first, which still has bids to write.
    const child = spawn("sh", ["-c", KEEPER, "sh", command, ...args], {
      ...account.ids,
      cwd: "/",
      env: environment,
      detached: true,
      stdio: ["pipe", log, log],
    });
    closeSync(log);
    child.on("error", () => {});
    child.stdin?.on("error", () => {});
    this.#child = child;
    await this.#answers(child);
    child.once("exit", () => void this.#again());
  }

  async #again(): Promise<void> {
    for (let tries = 1; !this.#isStopping; tries++) {
      this.#tell("The built-in PostgreSQL ended, and is started again …");
      await sleep(POLL_MS * Math.min(tries, TRIES));
      try {
        if (!this.#isStopping) return await this.#run();
      } catch (error) {
        this.#tell((error as Error).message);
      }
    }
  }

  async #answers(child: ChildProcess): Promise<void> {
    const startedAt = performance.now();
    let toldAt = startedAt;
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) throw this.#problem();
      if (await isAnswering(this.url)) return;
      if (performance.now() - startedAt > STARTS_WITHIN_MS) throw this.#problem();
      if (performance.now() - toldAt > TELL_EVERY_MS) {
        toldAt = performance.now();
        this.#tell("PostgreSQL is starting; after a power cut it recovers first …");
      }
      await sleep(POLL_MS);
    }
  }

  #problem(): Error {
    const problem = lastProblem(existsSync(this.#cluster.logFile) ? readFileSync(this.#cluster.logFile, "utf8") : "");
    const passes = /could not bind|could not create any TCP|shared memory block|lock file .* already exists/.test(
      problem,
    );
    return new (passes ? PassingProblem : DatabaseUnusable)(`The built-in PostgreSQL does not start: ${problem}.`);
  }
}

/** Another try may help. */
class PassingProblem extends DatabaseUnusable {}

const isAnswering = async (url: string): Promise<boolean> => {
  const sql = postgres(url, { max: 1, fetch_types: false, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
};

/** The address of the PostgreSQL that runs in the folder, for a program beside the server. Null: none runs. */
export const runningUrl = (dataDir: string): string | null => {
  const folder = path.join(dataDir, FOLDER);
  const running = runningIn(path.join(folder, "data"));
  return running && urlOf(passwordIn(folder), running.port);
};

const urlOf = (password: string, port: number): string => `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;

const passwordIn = (folder: string): string => readFileSync(path.join(folder, "password"), "utf8").trim();

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
