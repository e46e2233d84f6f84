// Prints the table of the section `live`: latencies, and their ratios to the echo's.

import type { Idle } from "./idle.ts";
import type { Latencies } from "./latencies.ts";
import type { Steady } from "./steady.ts";

/** The targets on an idle server, from the bid to another watcher. */
const AIM_MS = { median: 2.5, p99: 6 };

export const printLive = (name: string, idle: Idle, brisk: Steady, busy: Steady, perSecond: number): void => {
  console.log(`${name}, over Socket.IO${" ".repeat(Math.max(1, 23 - name.length))}median         p99`);
  console.log(`  idle: ${idle.toAnswer.totalCount} bids, one at a time`);
  row("bid to answer", idle.toAnswer);
  row("bid to another watcher", idle.toWatcher, aim(idle.toWatcher));
  row("bare Socket.IO echo", idle.echo);
  ratios(idle.toAnswer, idle.echo);
  console.log("  one auction, a bid every 10 ms: watchers get its newest price at most every 50 ms");
  row("bid to answer", brisk.toAnswer);
  row("bid to another watcher", brisk.toWatcher);
  const answered = Math.round((busy.toAnswer.totalCount / busy.answeredMs) * 1000).toLocaleString("en");
  console.log(`  ${perSecond.toLocaleString("en")} bids/s offered, ${answered}/s answered${overtaken(busy)}`);
  row("bid to answer", busy.toAnswer);
  row("bid to another watcher", busy.toWatcher);
  row("the same, the hot auction", busy.toWatcherOfHot, "   (merged, up to 50 ms)");
  row("bare Socket.IO echo", busy.echo);
  ratios(busy.toAnswer, busy.echo);
  row("client sent late by", busy.lateness, "   (not in the rows above)");
  console.log("");
};

const ms = (latencies: Latencies, percentile: number): number => latencies.getValueAtPercentile(percentile) / 1000;

const row = (label: string, latencies: Latencies, note = ""): void => {
  const [median, p99] = [50, 99].map((percentile) => `${ms(latencies, percentile).toFixed(2).padStart(9)} ms`);
  console.log(`    ${label.padEnd(28)}${median}${p99}${note}`);
};

const ratios = (auction: Latencies, echo: Latencies): void => {
  const [median, p99] = [50, 99].map((percentile) =>
    (ms(auction, percentile) / ms(echo, percentile)).toFixed(1).padStart(9),
  );
  console.log(`    ${"answer / echo".padEnd(28)}${median}   ${p99}`);
};

const aim = (latencies: Latencies): string => {
  const reached = ms(latencies, 50) <= AIM_MS.median && ms(latencies, 99) <= AIM_MS.p99;
  return `   (aim: ${AIM_MS.median} and ${AIM_MS.p99} ms)${reached ? "" : "   not reached"}`;
};

const overtaken = ({ overtaken: count }: Steady): string =>
  count === 0 ? "" : `; ${count} refused, overtaken on the way by a higher bid`;
