// A temporary PostgreSQL server, if its programs are installed: a temporary data folder, a free port on 127.0.0.1,
// default settings. It can be stopped and started at will and is deleted afterwards.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { awaitPostgres } from "../src/platform/database/await-postgres.ts";
import { freePort } from "../src/platform/lib/free-port.ts";

export interface ThrowawayPostgres {
  readonly url: string;
  /** The id of the parent of all its processes. */
  pid(): number;
  /** Ends it: gracefully ("SIGINT") or immediately ("SIGQUIT"), after which it has to recover. Its data stay. */
  end(how: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it and deletes everything. */
  stop(): Promise<void>;
}

/** Debian keeps the server's programs outside PATH, in one folder per version. */
const programsFolder = (): string | null => {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(path.join(folder, "initdb"))) ?? null;
};

export const hasPostgres = (): boolean => programsFolder() !== null;

/** The path of the server's program, which must be installed. */
export const postgresProgram = (): string => path.join(programsFolder() ?? "", "postgres");

/** Null if PostgreSQL's server programs are not installed. `under`: the folder in which its own folder is created. */
export const startThrowawayPostgres = (under = tmpdir()): Promise<ThrowawayPostgres | null> =>
  startFrom(under, "initdb", (data) => ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);

/**
 * A standby that follows the primary, which must be one of these servers. Asynchronous, unless the primary says
 * otherwise.
 */
export const startThrowawayStandby = (primary: Pick<ThrowawayPostgres, "url">): Promise<ThrowawayPostgres | null> =>
  startFrom(tmpdir(), "pg_basebackup", (data) => ["-D", data, "-d", primary.url, "-R", "-X", "stream", "-c", "fast"]);

const silent = { info: () => {}, warn: () => {} };

/** `program` fills the data folder. */
const startFrom = async (
  under: string,
  program: string,
  argumentsFor: (data: string) => readonly string[],
): Promise<ThrowawayPostgres | null> => {
  const programs = programsFolder();
  if (!programs) return null;
  const folder = mkdtempSync(path.join(under, "jara-bench-pg-"));
  // The server refuses to run as root.
  const as: { uid?: number; gid?: number } = process.getuid?.() === 0 ? accountOf("postgres") : {};
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = path.join(folder, "data");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync(path.join(programs, program), argumentsFor(data), { ...as, cwd: folder, stdio: "pipe" });
  } catch (error) {
    remove();
    throw error;
  }
  const port = await freePort();
  // Two test files at once, each with several nodes, need more than the default of 100.
  const room = ["-c", "max_connections=300"];
  const options = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...room, ...(extraOptions() ?? [])];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const end = async (how: NodeJS.Signals): Promise<void> => {
    if (server?.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((resolve) => server?.once("exit", resolve));
    server.kill(how);
    await exited;
  };
  const start = async (): Promise<void> => {
    server = spawn(path.join(programs, "postgres"), options, { ...as, cwd: folder, stdio: "ignore" });
    await awaitPostgres(url, { log: silent, withinMs: 15_000, tryEveryMs: 100, answerWithinMs: 2_000 });
  };
  // Ctrl-C ends this process without `stop`.
  const killed = (): void => {
    server?.kill("SIGQUIT");
    remove();
  };
  process.once("exit", killed);
  const stop = async (): Promise<void> => {
    process.off("exit", killed);
    await end("SIGINT");
    remove();
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: () => server?.pid ?? 0, end, start, stop };
};

/** Server settings for profiling, e.g. JARA_BENCH_PG_OPTIONS="-c shared_preload_libraries=auto_explain". */
const extraOptions = () => process.env.JARA_BENCH_PG_OPTIONS?.split(" ");

const accountOf = (name: string): { uid: number; gid: number } => ({
  uid: Number(execFileSync("id", ["-u", name])),
  gid: Number(execFileSync("id", ["-g", name])),
});
