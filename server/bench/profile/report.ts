// Prints profiles side by side, in microseconds a bid.
import type { DatabaseTimes, NodeTimes, Sums } from "./watch.ts";

export interface Profiled {
  readonly name: string;
  readonly bids: number;
  readonly ms: number;
  readonly node: NodeTimes;
  /** Null where it has none, or where `perf` is not installed. */
  readonly database: DatabaseTimes | null;
}

/** Functions of each that are named. */
const FUNCTIONS = 12;

export const printProfiles = (title: string, profiled: readonly Profiled[]): void => {
  console.log(`${title}, µs a bid\n`);
  row("", profiled, ({ name }) => name);
  row("bids/s", profiled, ({ bids, ms }) => String(Math.round((bids / ms) * 1000)));
  const idle = "waiting";
  row("node, main thread", profiled, (one) => each(one, sum(one.node.groups.filter(([group]) => group !== idle))));
  printGroups(profiled, ({ node }) => node.groups.filter(([group]) => group !== idle));
  row("node, main thread waits", profiled, (one) => each(one, of(one.node.groups, idle)));
  row("node, other threads", profiled, (one) => each(one, one.node.helpersUs));
  if (profiled.some(({ database }) => database)) {
    row("database", profiled, (one) => (one.database ? each(one, sum(one.database.groups)) : ""));
    printGroups(profiled, ({ database }) => database?.groups ?? []);
  } else {
    console.log("    (the database's profile needs `perf`: Debian's package linux-perf)");
  }
  for (const one of profiled) {
    printFunctions(`${one.name}, functions of the node`, one, one.node.functions);
    if (one.database) printFunctions(`${one.name}, functions of the database`, one, one.database.functions);
  }
  console.log("");
};

const sum = (sums: Sums): number => sums.reduce((all, [, us]) => all + us, 0);
const of = (sums: Sums, group: string): number => sums.find(([name]) => name === group)?.[1] ?? 0;
const each = ({ bids }: Profiled, us: number): string => (us / bids).toFixed(1);

const row = (name: string, profiled: readonly Profiled[], cell: (one: Profiled) => string): void =>
  console.log(`    ${name.padEnd(42)}${profiled.map((one) => cell(one).padStart(16)).join("")}`);

const printGroups = (profiled: readonly Profiled[], groupsOf: (one: Profiled) => Sums): void => {
  const names = new Set(profiled.flatMap((one) => groupsOf(one).map(([name]) => name)));
  for (const name of names) row(`  ${name}`, profiled, (one) => each(one, of(groupsOf(one), name)));
};

const printFunctions = (title: string, one: Profiled, functions: Sums): void => {
  const named = functions.filter(([name]) => name !== "(idle)").slice(0, FUNCTIONS);
  console.log(`    ${title}: ${named.map(([name, us]) => `${name} ${each(one, us)}`).join(", ")}`);
};
