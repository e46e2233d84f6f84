// The bench section `reads`: the latency of a read over HTTP on PostgreSQL, one at a time, and how it grows from a
// small market to a large one.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { type Latencies, newLatencies, recordMs } from "../live/latencies.ts";
import { type Running, startServer } from "../live/processes.ts";
import type { BenchOptions } from "../options.ts";
import { ask } from "./ask.ts";
import { type Call, callsOf } from "./calls.ts";
import { type Market, marketAt, marketOfOwn } from "./market.ts";
import { printHead, printRow, printSum } from "./report.ts";

const SMALL = { auctions: 2000, users: 1000, bids: 10_000 };
const MIDDLING = { auctions: 20_000, users: 10_000, bids: 100_000 };
const LARGE = { auctions: 200_000, users: 100_000, bids: 1_000_000 };
/** Calls until statements are planned and pages are in memory. */
const WARM_UP = 5;
/** A call that takes longer than this in total is repeated less often than the others. */
const LONG_ENOUGH_MS = 3000;

interface Stand {
  readonly market: Market;
  readonly server: Running;
  readonly calls: readonly Call[];
}

export const readsSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  const asked = (rounds ?? (quick ? 3 : 10)) * 10;
  const given = process.env.JARA_BENCH_MARKETS?.split(",");
  const openers = given
    ? given.map((url) => () => marketAt(url))
    : [SMALL, quick ? MIDDLING : LARGE].map((sizes) => () => marketOfOwn(sizes));
  const folder = mkdtempSync(path.join(tmpdir(), "jara-bench-"));
  const stands: Stand[] = [];
  const markets: Market[] = [];
  try {
    for (const open of openers) {
      const market = await open();
      if (!market) return console.log("Reads left out: no PostgreSQL is given, and none is installed.\n");
      markets.push(market);
      const server = await startServer({ DATABASE_URL: market.url, DATA_DIR: folder }, "source");
      stands.push({ market, server, calls: callsOf(market) });
    }
    console.log(`Reads over HTTP on PostgreSQL, up to ${asked} of each, one at a time; ${load()}`);
    printHead(markets.map(({ auctions }) => auctions));
    const results = [];
    // Run each call in the small and then in the large market, so that other load on the machine affects both equally.
    for (const [i, call] of (stands[0]?.calls ?? []).entries()) {
      const columns: Latencies[] = [];
      for (const stand of stands) columns.push(await measure(stand, stand.calls[i] ?? call, asked));
      results.push(printRow(call.name, columns));
    }
    printSum(results);
    console.log(`  At the end: ${load()}\n`);
  } finally {
    for (const { server } of stands) await server.stop();
    for (const market of markets) await market.discard();
    rmSync(folder, { recursive: true, force: true });
  }
};

const load = (): string => {
  const [average = 0] = loadavg();
  const cores = availableParallelism();
  return `${cores} cores, load average ${average.toFixed(1)}${average > cores / 2 ? ": not idle, so figures are high" : ""}`;
};

const measure = async ({ market, server }: Stand, call: Call, asked: number): Promise<Latencies> => {
  const target = { url: server.url, tokens: { visitor: null, bidder: market.bidderToken, admin: market.adminToken } };
  for (let index = 0, spent = 0; index < Math.max(WARM_UP, call.paths.length) && spent < LONG_ENOUGH_MS; index++)
    spent += await ask(target, call, index);
  const latencies = newLatencies();
  for (let index = 0, spent = 0; index < asked && spent < LONG_ENOUGH_MS; index++) {
    const ms = await ask(target, call, index);
    spent += ms;
    recordMs(latencies, ms);
  }
  return latencies;
};
