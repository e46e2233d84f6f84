// Processes by their ids: start one that outlives this program, find its descendants, and signal them all. Only ids that
// the cluster's own folder names are ever signalled.
import { spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Daemon {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly folder: string;
  /** The name of its log and of the file with its id. */
  readonly name: string;
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

/** Starts it in a session of its own, with its output in a file. */
export const startDaemon = ({ command, args, env, folder, name, account }: Daemon): number => {
  const log = openSync(path.join(folder, `${name}.log`), "a");
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, LANG: "C.UTF-8", HOME: folder, ...env },
    stdio: ["ignore", log, log],
    detached: true,
    ...account,
  });
  child.unref();
  if (child.pid === undefined) throw new Error(`${command} could not be started`);
  writeFileSync(path.join(folder, `${name}.pid`), String(child.pid));
  return child.pid;
};

/** The id in a file's first line; null if there is none, or the process has ended. */
export const pidIn = (file: string): number | null => {
  try {
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    return pid > 1 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
};

/** The process and everything that it started, parents first. */
export const withDescendants = (pid: number): number[] => {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    const parent = parentOf(entry);
    if (parent === null) continue;
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
};

export const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
};

/** Resolves when none of them is left. */
export const gone = async (pids: readonly number[], withinMs: number): Promise<boolean> => {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(20)) {
    if (!pids.some(isAlive)) return true;
  }
  return false;
};

const parentOf = (entry: string): number | null => {
  if (!/^\d+$/.test(entry)) return null;
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
};

/** A process that has ended and that nobody has asked about counts as ended. */
const isAlive = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !["Z", "X"].includes(stat.slice(stat.lastIndexOf(")") + 2)[0] ?? "X");
  } catch {
    return false;
  }
};
