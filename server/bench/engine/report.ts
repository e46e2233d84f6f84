// Prints the table of the section `engine`: medians over the rounds, the ratios of adjacent runs in each round, and
// latencies over all rounds.

import type { Histogram } from "hdr-histogram-js";
import { median } from "../median.ts";

export interface Measured {
  readonly name: string;
  /** Bids per second, one value per round. */
  readonly rates: readonly number[];
  /** Microseconds from sending to answer, over all rounds. */
  readonly latencies: Histogram;
}

/** With `BALANCE_RULE=hold` the engine must reach at least this share of its rate of bids with `check`. */
const AIM_OF_CHECK = 0.85;

/** The least ratios that the engine must reach. */
export interface Aims {
  /** The share of the bare statement's rate, which is the database's upper limit. */
  readonly ofBare: number;
  /** The multiple of the rate of one transaction for each bid. */
  readonly ofTransaction: number;
}

export const printTable = (
  title: string,
  [engine, hold, bare, transaction, rows]: readonly Measured[],
  aims: Aims,
): void => {
  if (!engine || !hold || !bare || !transaction || !rows) throw new Error("five contenders are compared");
  console.log(title);
  for (const { name, rates, latencies } of [engine, hold, bare, transaction, rows]) {
    const spread = `${perSecond(Math.min(...rates))} to ${perSecond(Math.max(...rates))}`;
    console.log(
      `  ${name.padEnd(18)}${perSecond(median(rates)).padStart(9)} bids/s   ${`(${spread})`.padEnd(22)}` +
        `p50 ${ms(latencies, 50)}   p99 ${ms(latencies, 99)}`,
    );
  }
  console.log(`  with hold / engine          ${ratio(hold, engine, AIM_OF_CHECK)}`);
  console.log(`  engine / bare statement     ${ratio(engine, bare, aims.ofBare)}`);
  console.log(`  engine / transaction a bid  ${ratio(engine, transaction, aims.ofTransaction)}`);
  console.log(`    its rows alone            ${ratio(engine, rows, aims.ofTransaction)}\n`);
};

const ratio = (a: Measured, b: Measured, aim: number): string => {
  const value = median(a.rates.map((rate, round) => rate / (b.rates[round] ?? Number.NaN)));
  return `${value.toFixed(2).padStart(6)}   (aim: at least ${aim})${value >= aim ? "" : "   not reached"}`;
};

const perSecond = (rate: number): string => Math.round(rate).toLocaleString("en");
const ms = (latencies: Histogram, percentile: number): string =>
  `${(latencies.getValueAtPercentile(percentile) / 1000).toFixed(1).padStart(6)} ms`;
