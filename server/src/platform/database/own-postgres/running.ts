// Finds the PostgreSQL that runs in a folder, and ends one whose program was killed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnusable } from "../connection-problem.ts";

const WAIT_MS = 60_000;
const POLL_MS = 50;

/** PostgreSQL's lock file: its process id is on the first line, its port on the fourth. Zero where they are missing. */
export const namedIn = (data: string): { pid: number; port: number } => {
  const lines = textOf(path.join(data, "postmaster.pid")).split("\n");
  return { pid: Number(lines[0]) || 0, port: Number(lines[3]) || 0 };
};

/** Null: none runs. */
export const runningIn = (data: string): { pid: number; port: number } | null => {
  const { pid, port } = namedIn(data);
  return pid > 0 && port > 0 && commandLineOf(pid).includes(` -D ${data} `) ? { pid, port } : null;
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
      return execFileSync("ps", ["-ww", "-p", String(pid), "-o", "command="], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
  return textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
};

/** Empty if the file cannot be read. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
