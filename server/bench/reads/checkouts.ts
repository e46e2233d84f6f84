// `pnpm bench checkouts`: the reads of two checkouts of the program, asked alternately, so that other work on the machine
// slows both down. Each checkout runs on a market of its own, which its own `pnpm seed:large` filled with the same sizes.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { ask } from "./ask.ts";
import type { Call } from "./calls.ts";
import type { Opened } from "./checkout-program.ts";

/** Asks of a call in one round, of each checkout. */
const ASKS = 60;
/** Asks before that, until statements are planned and pages are in memory. */
const WARM_UP = 12;
/** A read that takes longer than this in total is repeated less often in a round, but at least so often. */
const LONG_ENOUGH_MS = 5000;
const AT_LEAST = 4;
/** A read that takes more than this many times as long is counted at the end. */
const TOO_MUCH = 1.1;

const HOW = `Checkouts left out: they are compared if JARA_BENCH_CHECKOUTS names two, the older one first:
  <folder>=<address of its database>,<folder>=<address of its database>\n`;

interface Opening extends Opened {
  close(): Promise<void>;
}

export const checkoutsSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  const pairs = (process.env.JARA_BENCH_CHECKOUTS ?? "").split(",").map((pair) => pair.split(/=(.*)/s));
  const [before, now] = pairs;
  if (pairs.length !== 2 || !before?.[1] || !now?.[1]) return console.log(HOW);
  const opened: Opening[] = [];
  try {
    for (const [folder = "", database = ""] of pairs) opened.push(await open(path.resolve(folder), database));
    const [older, newer] = opened as [Opening, Opening];
    const calls = older.calls.flatMap((call) => {
      const same = newer.calls.find(({ name }) => name === call.name);
      return same ? [{ older: call, newer: same, times: [] as Times[] }] : [];
    });
    for (let round = 0; round < (rounds ?? (quick ? 1 : 6)); round++) {
      for (const call of calls) call.times.push(await askBoth(older, newer, call));
      console.error(`  round ${round + 1}`);
    }
    print(calls.map(({ older: { name }, times }) => ({ name, ...inAll(times) })));
  } finally {
    for (const one of opened) await one.close();
  }
};

const open = async (folder: string, database: string): Promise<Opening> => {
  const program = fileURLToPath(new URL("checkout-program.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, folder, database], {
    cwd: path.join(folder, "server"),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const line = await Promise.race([lineOf(child), ended.then(() => null)]);
  if (line === null) throw new Error(`the server of ${folder} did not start`);
  const close = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { ...(JSON.parse(line) as Opened), close };
};

/** The first line that the child prints. */
const lineOf = async ({ stdout }: ChildProcess): Promise<string> => {
  if (!stdout) throw new Error("the child has no output");
  const [line] = await once(createInterface({ input: stdout }), "line");
  return line as string;
};

/** Medians of one round, in ms. */
interface Times {
  readonly before: number;
  readonly now: number;
}

/** Which of the two is asked first changes each time, because the first one may find the processor's caches cold. */
const askBoth = async (
  older: Opened,
  newer: Opened,
  calls: { readonly older: Call; readonly newer: Call },
): Promise<Times> => {
  const before: number[] = [];
  const now: number[] = [];
  const from = performance.now();
  const isEnough = (n: number): boolean => n >= AT_LEAST && performance.now() - from > LONG_ENOUGH_MS;
  for (let n = 0; n < WARM_UP + ASKS && !isEnough(n); n++) {
    const both = [
      async () => void before.push(await ask(older, calls.older, n)),
      async () => void now.push(await ask(newer, calls.newer, n)),
    ];
    for (const one of n % 2 ? both : both.toReversed()) await one();
  }
  const settled = (times: number[]): number => median(times.slice(Math.min(WARM_UP, times.length / 2)));
  return { before: settled(before), now: settled(now) };
};

/** The medians over all rounds. The ratio is the median of the rounds' ratios. */
const inAll = (times: readonly Times[]) => ({
  before: median(times.map(({ before }) => before)),
  now: median(times.map(({ now }) => now)),
  ratio: median(times.map(({ before, now }) => now / before)),
});

const print = (rows: readonly ({ readonly name: string } & ReturnType<typeof inAll>)[]): void => {
  console.log(`Reads over HTTP, medians${" ".repeat(21)}before ms    now ms     ratio`);
  for (const { name, before, now, ratio } of rows.toSorted((one, other) => other.ratio - one.ratio)) {
    const cells = [before, now, ratio].map((cell) => cell.toFixed(2).padStart(10)).join("");
    console.log(`  ${name.padEnd(42)}${cells}`);
  }
  const above = rows.filter(({ ratio }) => ratio > TOO_MUCH).length;
  const all = median(rows.map(({ ratio }) => ratio)).toFixed(2);
  console.log(`  The median of the ratios is ${all}. ${above} of ${rows.length} are above ${TOO_MUCH}.\n`);
};
