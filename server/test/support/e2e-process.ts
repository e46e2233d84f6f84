// Starts one server in a process of its own, for tests of what only a whole process does: signals, output and exit
// codes.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../../src/config.ts";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { isAnswering } from "../../src/tools/child-process.ts";
import { builtProgram } from "./built-program.ts";
import { JWT_SECRET, LOG_SEED } from "./e2e-server.ts";
import type { FreshDatabase } from "./fresh-database.ts";

const START_WITHIN_MS = 60_000;

export interface ServerProcess {
  readonly address: string;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, or the signal that killed it. */
  readonly ended: Promise<number | string | null>;
  /** Returns everything that it wrote to its output and its log. */
  said(): string;
  /** Kills it where it still runs. */
  discard(): Promise<void>;
}

/**
 * `at`: null for the built-in PostgreSQL. Nothing of the test's own environment decides what it is. `output`: where its
 * output goes instead of to `said`.
 */
export const startProcess = async (
  at: FreshDatabase | null,
  env: Record<string, string> = {},
  program: readonly string[] = builtProgram("main"),
  output: number | "pipe" = "pipe",
): Promise<ServerProcess> => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(process.execPath, program, {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH ?? "",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: address,
      JWT_SECRET,
      LOG_KEY: LOG_SEED.toString("hex"),
      SEED: "none",
      RATE_LIMITS: "off",
      ...(at && { DATABASE_URL: at.databaseUrl }),
      ...env,
    },
    stdio: ["ignore", output, "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text) => {
      said += text;
    });
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string | null);
  for (const until = Date.now() + START_WITHIN_MS; !(await isAnswering(`${address}/health/live`)); await sleep(50)) {
    if (child.exitCode === null && Date.now() < until) continue;
    child.kill("SIGKILL");
    throw new Error(`the server did not start: ${said}`);
  }
  return {
    address,
    signal: (name) => void child.kill(name),
    ended,
    said: () => said,
    async discard() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
};
