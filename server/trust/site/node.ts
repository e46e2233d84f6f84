// One server of a site: a process as in production, which can be killed, frozen and started again at will.
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { endOf, isAnswering } from "../../src/tools/child-process.ts";

const STARTS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 15_000;
const LOOKS_EVERY_MS = 10;
const KEPT_COMPLAINTS = 20_000;

/** The bundle that `pnpm build` and `pnpm trust` make. */
export const builtServer = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The operator's program of the same build, as arguments for node. */
export const builtJara: readonly string[] = [fileURLToPath(new URL("../../dist/jara.js", import.meta.url))];

export interface SiteNode {
  readonly port: number;
  readonly address: string;
  /** Resolves when it is ready; rejects with its output if it ends before that. */
  start(): Promise<void>;
  /** Kills it without warning; what it was doing stays undone or unanswered. */
  kill(): Promise<void>;
  /** Shuts it down gracefully; resolves with its exit code, null if it had to be killed. */
  stop(): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  isRunning(): boolean;
  /** The id of its process; 0 if it never started. */
  pid(): number;
  /** How it ended, if it ended by itself; otherwise null. */
  died(): string | null;
  /** The end of its error output. */
  complaints(): string;
}

export interface NodeOptions {
  /** The server's bundle. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How far its clock is ahead (ms). */
  readonly clockWrongMs?: number;
  readonly startsWithinMs?: number;
}

/** An aborted run ends its servers too. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

const wrongClock = (ms: number): Record<string, string> => {
  const module = fileURLToPath(new URL("wrong-clock.mjs", import.meta.url));
  return { NODE_OPTIONS: `--import ${module}`, TRUST_CLOCK_WRONG_MS: String(ms) };
};

/** Makes a node on a port of its own, which stays the same at every start. */
export const makeNode = async (options: NodeOptions): Promise<SiteNode> => {
  const { entry, environment, clockWrongMs, startsWithinMs = STARTS_WITHIN_MS } = options;
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let complaints = "";
  let died: string | null = null;
  /** True while we end it ourselves. */
  let isEnding = false;
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;

  const end = async (how: NodeJS.Signals): Promise<void> => {
    if (!child) return;
    isEnding = true;
    await endOf(child, how, STOPS_WITHIN_MS);
  };
  const start = async (): Promise<void> => {
    isEnding = false;
    const started = spawn(process.execPath, [entry], {
      cwd: path.dirname(entry),
      env: {
        PATH: process.env.PATH ?? "",
        HOST: "127.0.0.1",
        PORT: String(port),
        ...environment,
        ...(clockWrongMs !== undefined && wrongClock(clockWrongMs)),
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = started;
    running.add(started);
    started.stderr.on("data", (text: Buffer) => {
      complaints = (complaints + text.toString()).slice(-KEPT_COMPLAINTS);
    });
    started.once("exit", (code, signal) => {
      running.delete(started);
      if (!isEnding) died = String(signal ?? code);
    });
    const until = performance.now() + startsWithinMs;
    while (!(await isAnswering(`${address}/health/ready`))) {
      if (!isRunning() || performance.now() > until) throw new Error(`a node did not start: ${complaints}`);
      await sleep(LOOKS_EVERY_MS);
    }
  };
  return {
    port,
    address,
    start,
    kill: () => end("SIGKILL"),
    stop: async () => {
      await end("SIGTERM");
      return child?.exitCode ?? null;
    },
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    isRunning,
    pid: () => child?.pid ?? 0,
    died: () => died,
    complaints: () => complaints,
  };
};
