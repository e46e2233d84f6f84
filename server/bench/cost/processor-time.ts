// The processor time of a process and its children. Available only on Linux.
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second on every Linux in use. */
const MS_PER_TICK = 10;

/** Field numbers as of proc(5), counted after the name in brackets, because the name may contain any character. */
const statOf = (pid: string): { parent: string; ticks: number } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: fields[1] ?? "", ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // The process has ended.
    return null;
  }
};

/** Milliseconds of the process and its children; null if the system does not report them. */
export const processorMs = (pid: number): number | null => {
  if (!existsSync("/proc/self/stat")) return null;
  let ticks = 0;
  for (const one of readdirSync("/proc")) {
    if (!/^\d+$/.test(one)) continue;
    const stat = statOf(one);
    if (stat && (one === String(pid) || stat.parent === String(pid))) ticks += stat.ticks;
  }
  return ticks * MS_PER_TICK;
};
