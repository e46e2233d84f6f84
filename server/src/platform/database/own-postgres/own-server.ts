// Runs the built-in PostgreSQL, and starts it again if it ends by itself. Its port stays the same while it runs.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "../../lib/free-port.ts";
import { DatabaseUnusable } from "../connection-problem.ts";
import { type Cluster, urlOf } from "./cluster.ts";
import { startKept } from "./kept-process.ts";
import { lastProblem } from "./problems.ts";
import { endOrphan, namedIn, runningIn } from "./running.ts";

/** Recovery after a power cut reads at most `max_wal_size` of log, which takes minutes on a slow disk. */
const STARTS_WITHIN_MS = 600_000;
const TELL_EVERY_MS = 5_000;
const STOPS_WITHIN_MS = 30_000;
/** Tries for a free port, and after a crash whose last processes still end. */
const TRIES = 20;
const POLL_MS = 50;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  // Most pages are in memory. Worker processes for reading files would take memory and processor time for nothing.
  io_method: "sync",
  max_logical_replication_workers: "0",
  // Statements have people's data. The server that sent them logs the error.
  log_min_error_statement: "panic",
} as const;

export class OwnServer {
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
    if (!child || hasEnded(child)) return;
    const exited = once(child, "exit");
    child.stdin?.end();
    const late = setTimeout(() => {
      const { pid } = this;
      if (pid > 0) process.kill(pid, "SIGQUIT");
    }, STOPS_WITHIN_MS);
    await exited.finally(() => clearTimeout(late));
  }

  /** Resolves once it answers. Ends another PostgreSQL in the folder first, whose program or shell was killed. */
  async #run(): Promise<void> {
    const { programs, account, data, logFile } = this.#cluster;
    await endOrphan(data, this.#tell);
    if (this.#isStopping) return;
    const settings = Object.entries({ ...SETTINGS, ...this.#settings, port: String(this.#port) });
    const args = ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    // PostgreSQL does not start while the process runs that its last lock file names, unless that is its grandparent.
    // Another program can have that id now, as after a power cut in a container. It still looks for its own processes.
    const env = { PG_GRANDPARENT_PID: String(namedIn(data).pid) };
    const log = openSync(logFile, "w", 0o600);
    const child = startKept({ account, program: programs.postgres, args, env }, log);
    closeSync(log);
    this.#child = child;
    const ended = new Promise<string>((resolve) => {
      child.once("error", ({ message }) => resolve(`it cannot be run: ${message}.`));
      child.once("exit", () => resolve(this.#lastProblem()));
    });
    await this.#answers(ended);
    void ended.then((problem) => this.#again(problem));
  }

  async #again(problem: string): Promise<void> {
    let told = `The built-in PostgreSQL ended, and is started again: ${problem}`;
    for (let tries = 1; !this.#isStopping; tries++) {
      if (tries === 1) this.#tell(told);
      await sleep(POLL_MS * Math.min(tries, TRIES));
      try {
        return await this.#run();
      } catch (error) {
        const { message } = error as Error;
        if (message !== told && !this.#isStopping) this.#tell(message);
        told = message;
      }
    }
  }

  async #answers(ended: Promise<string>): Promise<void> {
    let problem: string | undefined;
    void ended.then((text) => {
      problem = text;
    });
    const startedAt = performance.now();
    let toldAt = startedAt;
    for (;;) {
      const answers = await isAnswering(this.url);
      if (problem !== undefined) throw problemOf(problem);
      if (answers) return;
      if (performance.now() - startedAt > STARTS_WITHIN_MS) throw problemOf(this.#lastProblem());
      if (performance.now() - toldAt > TELL_EVERY_MS) {
        toldAt = performance.now();
        this.#tell("PostgreSQL is starting; after a power cut it recovers first …");
      }
      await sleep(POLL_MS);
    }
  }

  #lastProblem(): string {
    const { logFile } = this.#cluster;
    return lastProblem(existsSync(logFile) ? readFileSync(logFile, "utf8") : "");
  }
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null || pid === undefined;

/** Another try may help. */
class PassingProblem extends DatabaseUnusable {}

const problemOf = (problem: string): Error => {
  const passes = /could not bind|could not create any TCP|shared memory block|lock file .* already exists/.test(
    problem,
  );
  return new (passes ? PassingProblem : DatabaseUnusable)(`The built-in PostgreSQL does not start: ${problem}`);
};

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
