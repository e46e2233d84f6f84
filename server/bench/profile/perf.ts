// Runs the kernel's profiler (`perf`) on PostgreSQL's processes. Debian's PostgreSQL names its global functions only. A
// sample in another function counts for the global one before it, which is nearly always of the same source file.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresProgram } from "../throwaway-postgres.ts";

/** Samples of each function, and of the kernel's. */
export type Samples = ReadonlyMap<string, number>;

const PER_SECOND = 1_999;
/** Microseconds of processor time for which a sample stands. */
export const PERF_US = 1_000_000 / PER_SECOND;

export const hasPerf = (): boolean => {
  try {
    execFileSync("perf", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const TRIES = 5;
/** By then it has attached itself, or ended because one of the processes is gone. */
const ATTACHED_AFTER_MS = 500;

/** `pidsNow` is asked again if a process went before it was watched. Resolves to a function that ends the profile. */
export const startPerf = async (pidsNow: () => readonly number[]): Promise<() => Promise<Samples>> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-bench-perf-"));
  const file = path.join(folder, "perf.data");
  const record = async (tries: number): Promise<{ recorder: ChildProcess; ended: Promise<unknown> }> => {
    const flags = ["-q", "-e", "cpu-clock", "-F", String(PER_SECOND), "-o", file, "-p", pidsNow().join(",")];
    const recorder = spawn("perf", ["record", ...flags], { stdio: "ignore" });
    const ended = once(recorder, "exit");
    const isGone = await Promise.race([ended.then(() => true), sleep(ATTACHED_AFTER_MS, false)]);
    if (!isGone) return { recorder, ended };
    if (tries === 1) throw new Error("perf could not watch the database's processes");
    return await record(tries - 1);
  };
  const { recorder, ended } = await record(TRIES);
  return async () => {
    recorder.kill("SIGINT");
    await ended;
    try {
      const flags = [
        "-i",
        file,
        "--stdio",
        "--no-children",
        "-g",
        "none",
        "--sort",
        "dso,sym",
        "-F",
        "sample,dso,sym",
        "-t",
        "|",
      ];
      return samplesOf(
        execFileSync("perf", ["report", ...flags], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
};

/** A line is `123|postgres|[.] _bt_compare`, or `[.] 0x00000000001d2e40` of a function without a name. */
const samplesOf = (report: string): Samples => {
  const globals = globalFunctions();
  const samples = new Map<string, number>();
  for (const line of report.split("\n")) {
    const [count = "", dso = "", symbol = ""] = line.split("|").map((it) => it.trim());
    if (!/^\d+$/.test(count)) continue;
    const name = symbol.slice(4);
    const isKernel = symbol.startsWith("[k]");
    const known = isKernel
      ? `kernel: ${name}`
      : dso !== "postgres"
        ? `${dso}: ${name}`
        : name.startsWith("0x")
          ? before(globals, Number(name))
          : name;
    samples.set(known, (samples.get(known) ?? 0) + Number(count));
  }
  return samples;
};

interface Global {
  readonly at: number;
  readonly name: string;
}

const globalFunctions = (): Global[] =>
  execFileSync("nm", ["-D", "--defined-only", postgresProgram()], { encoding: "utf8", maxBuffer: 2 ** 26 })
    .split("\n")
    .flatMap((line) => {
      const [at = "", kind, name = ""] = line.split(" ");
      return kind === "T" ? { at: Number.parseInt(at, 16), name } : [];
    })
    .sort((one, other) => one.at - other.at);

const before = (globals: readonly Global[], address: number): string =>
  globals.findLast(({ at }) => at <= address)?.name ?? "unknown";
