// A Redis of a test's own, where its server program is installed: nothing on disk, a given port on 127.0.0.1, stopped
// and started at will.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { freePort } from "../../src/ops/child-process.ts";

export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

export interface ThrowawayRedis {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Its connections stand and bring nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

export const startThrowawayRedis = async (): Promise<ThrowawayRedis> => {
  const port = await freePort();
  let process: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
    process = child;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`redis-server exited with ${code}`)));
      child.stdout.on("data", (text: Buffer) => text.includes("Ready to accept connections") && resolve());
    });
  };
  const stop = async (): Promise<void> => {
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const exited = new Promise((resolve) => process?.once("exit", resolve));
    process.kill("SIGKILL");
    await exited;
  };
  await start();
  const freeze = (): void => void process?.kill("SIGSTOP");
  const thaw = (): void => void process?.kill("SIGCONT");
  return { url: `redis://127.0.0.1:${port}`, start, stop, freeze, thaw };
};
