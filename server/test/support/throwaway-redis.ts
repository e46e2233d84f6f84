// A Redis of a test's own, where its server program is installed: nothing on disk, a given port on 127.0.0.1, stopped
// and started at will.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { freePort } from "../../src/platform/lib/free-port.ts";

export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

/** Whether this machine has what several nodes need: the tests' PostgreSQL, and Redis. */
export const canHaveNodes = (): boolean => Boolean(process.env.TEST_DATABASE_URL) && hasRedis();

export interface ThrowawayRedis {
  readonly url: string;
  pid(): number;
  /** Does nothing if it runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Its connections stand and bring nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

export const startThrowawayRedis = async (): Promise<ThrowawayRedis> => {
  const port = await freePort();
  let redis: ChildProcess | undefined;
  // Kill Redis also if the tests' process is interrupted.
  process.once("exit", () => redis?.kill("SIGKILL"));
  const isRunning = (): boolean => redis !== undefined && redis.exitCode === null && redis.signalCode === null;
  const start = async (): Promise<void> => {
    if (isRunning()) return;
    const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
    redis = child;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`redis-server exited with ${code}`)));
      child.stdout.on("data", (text: Buffer) => text.includes("Ready to accept connections") && resolve());
    });
  };
  const stop = async (): Promise<void> => {
    if (!isRunning()) return;
    const exited = new Promise((resolve) => redis?.once("exit", resolve));
    redis?.kill("SIGKILL");
    await exited;
  };
  await start();
  const freeze = (): void => void redis?.kill("SIGSTOP");
  const thaw = (): void => void redis?.kill("SIGCONT");
  const pid = (): number => redis?.pid ?? 0;
  return { url: `redis://127.0.0.1:${port}`, pid, start, stop, freeze, thaw };
};
