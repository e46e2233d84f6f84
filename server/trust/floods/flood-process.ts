// Starts a flood in a process of its own, which ends on request.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Counts {
  readonly sent: number;
  readonly limited: number;
  readonly cutOff: number;
}

export interface Flood {
  /** Resolves when its process has started. A flood of packets waits for `begin`. */
  readonly started: Promise<void>;
  begin(): void;
  /** Ends it and returns the flood's own counts. */
  stop(): Promise<Counts>;
}

export const startFlood = (program: "flooder" | "packet-flooder", environment: Record<string, string>): Flood => {
  const child: ChildProcess = fork(fileURLToPath(new URL(`./${program}.ts`, import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: { PATH: process.env.PATH ?? "", ...environment },
  });
  let counts: Counts = { sent: 0, limited: 0, cutOff: 0 };
  const started = new Promise<void>((resolve) => {
    child.on("message", (message) => {
      counts = message as Counts;
      resolve();
    });
  });
  return {
    started,
    begin: () => void child.send("begin"),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      return counts;
    },
  };
};
