// Prints the table of reads: percentiles in the small and the large market, their ratio, and which calls miss the
// target. The fastest time is shown too, because on a busy machine only that shows the cost of the call itself.
import type { Latencies } from "../live/latencies.ts";

const AIM_MS = 30;
const WIDTH = 44;

export const printHead = (auctions: readonly number[]): void => {
  const heads = auctions.map((count) => `${count.toLocaleString("en")} auctions`.padStart(32)).join("");
  console.log(`${" ".repeat(WIDTH)}${heads}`);
  console.log(
    `${" ".repeat(WIDTH)}${auctions.map(() => "min     p50     p95  p99 ms".padStart(32)).join("")}   p95 grows`,
  );
};

/** One column per market, the largest last. Returns whether the largest market is within the target. */
export const printRow = (name: string, columns: readonly Latencies[]): boolean => {
  const cells = columns.map((one) => [0, 50, 95, 99].map((part) => ms(one, part).toFixed(1).padStart(8)).join(""));
  const [first, last] = [columns[0], columns.at(-1)].map((one) => (one ? ms(one, 95) : Number.NaN)) as [number, number];
  const isWithin = last <= AIM_MS;
  const note = isWithin ? "" : `   over ${AIM_MS} ms`;
  console.log(`  ${name.padEnd(WIDTH - 2)}${cells.join("")}${(last / first).toFixed(1).padStart(9)}x${note}`);
  return isWithin;
};

export const printSum = (within: readonly boolean[]): void => {
  console.log(`  ${within.filter(Boolean).length} of ${within.length} within ${AIM_MS} ms at the 95th percentile.`);
};

const ms = (latencies: Latencies, percentile: number): number => latencies.getValueAtPercentile(percentile) / 1000;
