// Starts the measured processes, each apart from the client, so that no event loop waits for another's work: the built
// server as `npm start` runs it, and the bare echo server.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "../../node-flags.mjs";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { endOf, isAnswering } from "../../src/tools/child-process.ts";

export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 10_000;

/** Signs the bench's tokens; the server gets the same secret. */
export const jwtSecret = randomBytes(32).toString("hex");

/**
 * `database` gives the location: DATABASE_URL. Running from source needs no
 * build and does not overwrite somebody else's; once it runs it behaves the same.
 */
export const startServer = async (
  database: Record<string, string>,
  from: "build" | "source" = "build",
  flags: readonly string[] = [],
): Promise<Running> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const isBuilt = from === "build";
  const entry = fileURLToPath(new URL(isBuilt ? "../../dist/main.js" : "../../src/main.ts", import.meta.url));
  const profiles = process.env.JARA_BENCH_CPU_PROF;
  const profiling = profiles ? ["--cpu-prof", `--cpu-prof-dir=${profiles}`] : [];
  const runs = isBuilt ? NODE_FLAGS : ["--import", "tsx"];
  const child = spawn(process.execPath, [...profiling, ...flags, ...runs, entry], {
    // Inherit nothing, because the caller's DATABASE_URL or NODE_ENV must not affect what is measured.
    env: {
      PATH: process.env.PATH ?? "",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      JWT_SECRET: jwtSecret,
      SEED: "none",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ...database,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const running = runningAt(url, child);
  for (const until = Date.now() + START_WITHIN_MS; !(await isAnswering(`${url}/health/live`)); await sleep(50)) {
    if (child.exitCode === null && Date.now() < until) continue;
    await running.stop();
    throw new Error("the server did not start");
  }
  return running;
};

export const startEcho = async (flags: readonly string[] = []): Promise<Running> => {
  const execArgv = [...process.execArgv, ...flags];
  const child = fork(fileURLToPath(new URL("echo-server.ts", import.meta.url)), { execArgv });
  const [port] = (await once(child, "message")) as [number];
  return runningAt(`http://127.0.0.1:${port}`, child);
};

const runningAt = (url: string, child: ChildProcess): Running => {
  const kill = (): void => void child.kill("SIGKILL");
  // Runs before the handler that removes its folder.
  process.prependOnceListener("exit", kill);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      process.off("exit", kill);
      await endOf(child, "SIGTERM", STOP_WITHIN_MS);
    },
  };
};
