// Finds the PostgreSQL that runs in a folder, and ends one whose program was killed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnusable } from "../connection-problem.ts";

const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Null: none runs. PostgreSQL writes its process id on the first line of `postmaster.pid`, and its port on the fourth. */
export const runningIn = (data: string): { pid: number; port: number } | null => {
  const lines = textOf(path.join(data, "postmaster.pid")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && commandLineOf(pid).includes(data) ? { pid, port } : null;
};

/** `data`: PostgreSQL's folder, which the caller holds. */
export const endOrphan = async (data: string, tell: (line: string) => void): Promise<void> => {
  const running = runningIn(data);
  if (running === null) return;
  const { pid } = running;
  tell("The built-in PostgreSQL of an earlier run still runs. It is stopped first …");
  process.kill(pid, "SIGINT");
  for (const until = Date.now() + WAIT_MS; runningIn(data)?.pid === pid; await sleep(POLL_MS)) {
    if (Date.now() > until)
      throw new DatabaseUnusable(`PostgreSQL (process ${pid}) does not stop. Stop it, then start again.`);
  }
};

/** Empty if there is no such process. A process id may belong to another program by now. */
const commandLineOf = (pid: number): string => {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
  return textOf(`/proc/${pid}/cmdline`);
};

/** Empty if the file cannot be read. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
