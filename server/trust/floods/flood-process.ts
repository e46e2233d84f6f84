// Runs floods one after the other in a process of its own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Call } from "../calls/catalogue.ts";

export interface Flood {
  readonly address: string;
  readonly calls: readonly Call[];
  /** The first three numbers of the addresses from which it comes, and how many there are. */
  readonly network: string;
  readonly addresses: number;
  /** A /48 of IPv6, without its colons at the end. A proxy then says that each connection comes from another /64 of it. */
  readonly behindProxy?: string | undefined;
}

/** `sent`: calls or packets. `refused`: with 429 or 503, or a live command with RATE_LIMITED or UNAVAILABLE. */
export type Counts = Record<"sent" | "answered" | "refused" | "closed", number>;

export interface Flooder {
  begin(flood: Flood): void;
  /** Ends the flood and all its connections. */
  stop(): Promise<Counts>;
  close(): void;
}

export const startFlooder = async (): Promise<Flooder> => {
  const child = fork(fileURLToPath(new URL("./flooder.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: { PATH: process.env.PATH ?? "" },
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the flooder ended")));
  // It ends by `close` too, when nobody waits for it.
  ended.catch(() => {});
  await Promise.race([once(child, "message"), ended]);
  return {
    begin: (flood) => void child.send(flood),
    stop: async () => {
      const counts = new Promise<Counts>((resolve) => child.once("message", (message) => resolve(message as Counts)));
      child.send("stop");
      return await Promise.race([counts, ended]);
    },
    close: () => void child.kill("SIGKILL"),
  };
};
