// How much processor time a process and its children have taken. Linux alone tells.
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second, on every Linux that is in use. */
const MS_PER_TICK = 10;

/** Field numbers as of proc(5), from after the name in brackets, which may hold anything. */
const statOf = (pid: string): { parent: string; ticks: number } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: fields[1] ?? "", ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // It has ended.
    return null;
  }
};

/** Milliseconds of the process and its children; null where the system does not say. */
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
