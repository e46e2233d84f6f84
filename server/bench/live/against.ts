// The bench section `against`: the section `live` of another checkout beside this one's, run alternately, so that other
// work on the machine slows both down. Each checkout runs its own bench, because an old program needs its own data.
// Only the first database that each prints is compared: PostgreSQL.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { projectRoot } from "../../src/config.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";

const ROUNDS = 5;
const HOW = "Another checkout left out: JARA_BENCH_CHECKOUT names its folder, with its packages installed.\n";

/** The figures in the order in which the section `live` prints them, and the row of its table from which each comes. */
const FIGURES = [
  ["an idle bid to its answer", "bid to answer"],
  ["a bid to its answer, a bid every 10 ms", "bid to answer"],
  ["a bid to its answer, 1,000 bids/s", "bid to answer"],
  ["a bare Socket.IO echo, idle", "bare Socket.IO echo"],
] as const;

/** Medians in milliseconds. */
type Figures = readonly number[];

export const againstSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  const other = process.env.JARA_BENCH_CHECKOUT;
  if (!other) return console.log(HOW);
  const [before, now]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < (rounds ?? (quick ? 1 : ROUNDS)); round += 1) {
    before.push(figuresOf(path.resolve(other)));
    now.push(figuresOf(projectRoot));
    console.error(`  round ${round + 1}`);
  }
  console.log(`${"PostgreSQL, medians of the rounds".padEnd(44)}${"there".padStart(10)}${"here".padStart(12)}`);
  for (const [i, [label]] of FIGURES.entries()) {
    const [there, here] = [before, now].map((all) => median(all.map((figures) => figures[i] ?? Number.NaN))) as [
      number,
      number,
    ];
    const ratio = (here / there).toFixed(2);
    console.log(`  ${label.padEnd(42)}${there.toFixed(2).padStart(7)} ms${here.toFixed(2).padStart(9)} ms   ${ratio}`);
  }
};

const figuresOf = (checkout: string): Figures => {
  const cwd = path.join(checkout, "server");
  const { stdout, status } = spawnSync(process.execPath, ["--import", "tsx", "bench/main.ts", "live", "--quick"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, JARA_BENCH_CHECKOUT: "" },
  });
  if (status !== 0) throw new Error(`the bench in ${cwd} failed`);
  const lines = stdout.split("\n");
  let from = 0;
  return FIGURES.map(([label, row]) => {
    if (label.startsWith("a bare")) from = 0;
    const at = lines.findIndex((line, i) => i >= from && line.trimStart().startsWith(row));
    from = at + 1;
    return Number(/([\d.]+) ms/.exec(lines[at] ?? "")?.[1] ?? Number.NaN);
  });
};
