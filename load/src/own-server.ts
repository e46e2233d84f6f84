// The server that a run starts itself when there is no --url, with participants made for it. A program on the server's
// side starts it, prints its address, and removes everything when its input ends (also when this process is killed).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Mistake } from "./mistake.ts";
import type { Options, Target } from "./options.ts";
import type { Progress } from "./progress.ts";

const program = fileURLToPath(new URL("../../server/src/tools/load/own-server.ts", import.meta.url));

export interface OwnServer extends Target {
  stop(): Promise<void>;
}

export const startOwnServer = async (options: Options, progress: Progress, stop: AbortSignal): Promise<OwnServer> => {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", program, "--bidders", String(options.bidders), "--auctions", String(options.auctions)],
    // A process group of its own, because Ctrl-C is for the run, which still has requests to the server.
    { stdio: ["pipe", "pipe", "inherit"], detached: true },
  );
  const exited = once(child, "exit");
  const end = async (): Promise<void> => {
    child.stdin.end();
    await exited;
  };
  stop.addEventListener("abort", () => {
    if (!isReady) void end();
  });
  let isReady = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) {
      progress.step(line);
      continue;
    }
    isReady = true;
    child.stdout.resume();
    return { ...(JSON.parse(line) as Target), stop: end };
  }
  await exited;
  throw new Mistake(stop.aborted ? "Stopped before the server had started." : "The server did not start.");
};
