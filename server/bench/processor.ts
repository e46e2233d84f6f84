// Reads the processor time of processes and of their threads, as the kernel's scheduler counts it (nanoseconds). Linux
// only.
import { existsSync, readdirSync, readFileSync } from "node:fs";

interface Spent {
  /** Microseconds of all threads. */
  readonly us: number;
  /** Microseconds of the first thread, which is a Node process's event loop. */
  readonly firstUs: number;
}

const ofThread = (pid: number | string, thread: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1000;
  } catch {
    // It has ended.
    return 0;
  }
};

const threadsOf = (pid: number | string): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

const spentBy = (pid: number): Spent => {
  const threads = threadsOf(pid);
  const us = threads.reduce((sum, thread) => sum + ofThread(pid, thread), 0);
  return { us, firstUs: ofThread(pid, String(pid)) };
};

/** The process, and all that it started and that still run. */
export const familyOf = (pid: number): number[] => {
  const children = threadsOf(pid).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
  return [pid, ...children.flatMap(familyOf)];
};

/** Milliseconds of the process and of all that it started; null on a system that does not tell. */
export const processorMs = (pid: number): number | null =>
  existsSync("/proc/self/schedstat") ? familyOf(pid).reduce((sum, one) => sum + spentBy(one).us, 0) / 1000 : null;

/** Measures several programs, each with the processes that it started, unless those are named themselves. */
interface Meter<Name extends string> {
  /** Microseconds of each since the last call. */
  read(): Record<Name, Spent>;
}

export const meter = <Name extends string>(pids: Record<Name, number>): Meter<Name> => {
  const names = Object.keys(pids) as Name[];
  const own = new Set(Object.values<number>(pids));
  const look = (name: Name): Spent => {
    // This process started the others, which are counted by themselves.
    const all =
      pids[name] === process.pid
        ? [process.pid]
        : familyOf(pids[name]).filter((pid) => pid === pids[name] || !own.has(pid));
    const spent = all.map(spentBy);
    return {
      us: spent.reduce((sum, { us }) => sum + us, 0),
      firstUs: spent.reduce((sum, { firstUs }) => sum + firstUs, 0),
    };
  };
  const lookAtAll = () => Object.fromEntries(names.map((name) => [name, look(name)])) as Record<Name, Spent>;
  let before = lookAtAll();
  return {
    read: () => {
      const now = lookAtAll();
      const since = Object.fromEntries(
        names.map((name) => [
          name,
          { us: now[name].us - before[name].us, firstUs: now[name].firstUs - before[name].firstUs },
        ]),
      ) as Record<Name, Spent>;
      before = now;
      return since;
    },
  };
};
