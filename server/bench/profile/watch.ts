// Watches a Node process and PostgreSQL's processes, and sums what their profilers saw by groups of functions.
import { familyOf, meter } from "../processor.ts";
import { databaseGroups, type Groups, groupIn, nodeGroups, sumsOf } from "./groups.ts";
import { startProfile } from "./inspector.ts";
import { hasPerf, PERF_US, startPerf } from "./perf.ts";
import { createSourceMaps } from "./source-maps.ts";

/** Microseconds of each group, the largest first. */
export type Sums = readonly (readonly [group: string, us: number])[];

export interface NodeTimes {
  readonly groups: Sums;
  /** The functions that took most, by themselves. */
  readonly functions: Sums;
  /** Microseconds of its other threads (garbage collection, compiling, the disk). */
  readonly helpersUs: number;
}

/** `port` is that of `--inspect`. Resolves to a function that ends the watch. */
export const watchNode = async (
  pid: number,
  port: number,
  groups: Groups = nodeGroups,
): Promise<() => Promise<NodeTimes>> => {
  const spent = meter({ node: pid });
  const end = await startProfile(port);
  return async () => {
    const profile = await end();
    const { us, firstUs } = spent.read().node;
    const sourceOf = createSourceMaps();
    const placed = profile.map(({ functionName, url, line, column, us }) => ({
      source: url === "" ? nameOfNative(functionName) : sourceOf(url, line, column),
      functionName,
      us,
    }));
    return {
      groups: sumsOf(
        placed,
        ({ source }) => groupIn(groups, source),
        ({ us }) => us,
      ),
      functions: sumsOf(
        placed,
        ({ source, functionName }) =>
          source === functionName ? source : `${functionName} (${source.split("/").at(-1)})`,
        ({ us }) => us,
      ),
      helpersUs: us - firstUs,
    };
  };
};

/** V8 names its own work in brackets, and built-in functions without a file. */
const nameOfNative = (functionName: string): string => (functionName.startsWith("(") ? functionName : "(native)");

export interface DatabaseTimes {
  readonly groups: Sums;
  readonly functions: Sums;
}

/** The processes that PostgreSQL has now. The function resolves to null where `perf` is not installed. */
export const watchDatabase = async (pid: number): Promise<() => Promise<DatabaseTimes | null>> => {
  if (!hasPerf()) return async () => null;
  const end = await startPerf(() => familyOf(pid));
  return async () => {
    const samples = await end();
    const us = ([, count]: readonly [string, number]): number => count * PERF_US;
    return {
      groups: sumsOf(samples, ([name]) => groupIn(databaseGroups, name), us),
      functions: sumsOf(samples, ([name]) => name, us),
    };
  };
};
