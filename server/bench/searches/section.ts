// The bench section `searches`: how long the comparison of published lots with saved searches takes, and what bids lose
// meanwhile. Bids are measured with and without it in turns, so that other load on the machine affects both equally.

import { performance } from "node:perf_hooks";
import { build, type Histogram } from "hdr-histogram-js";
import { matchPublishedLots } from "../../src/features/auctions/saved-searches/match-lots.ts";
import { usualSite } from "../../src/features/auctions/search/collect-regions.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { makeLargeMarket } from "../../src/tools/large/make-large-market.ts";
import { openPostgresOfOwn } from "../databases.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import { IN_FLIGHT, withEngine } from "../engine/with-engine.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { publishLots, seedSearches } from "./seed.ts";

const SEARCHES = 10_000;
const PUBLISHED = 1_000;
const AUCTIONS = 1_000;

export const searchesSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  const bench = await openPostgresOfOwn();
  if (!bench?.url) return console.log("Saved searches left out: PostgreSQL's server programs are not installed.\n");
  const { database } = bench;
  try {
    const sizes = quick ? { auctions: 20_000, users: 5_000, bids: 0 } : { auctions: 200_000, users: 20_000, bids: 0 };
    await makeLargeMarket(bench.url, sizes, () => {});
    await matchPublishedLots(database, usualSite);
    const differing = await seedSearches(database, SEARCHES);
    await database.query("analyze saved_searches");
    console.log(
      `Saved searches: ${many(SEARCHES)}, ${many(differing)} of them different, ${many(sizes.auctions)} lots`,
    );
    await measureMatching(database, 1);
    await measureMatching(database, PUBLISHED);
    await measureBids(database, quick ? { rounds: rounds ?? 3, ms: 2_000 } : { rounds: rounds ?? 7, ms: 5_000 });
  } finally {
    await bench.discard();
  }
};

const measureMatching = async (database: Database, lots: number): Promise<void> => {
  await publishLots(database, lots);
  const statements: number[] = [];
  let pairs = 0;
  const startedAt = performance.now();
  const matches = await matchPublishedLots(database, usualSite, {
    between: (ms, compared) => {
      statements.push(ms);
      pairs += compared;
    },
  });
  const tookMs = performance.now() - startedAt;
  const spentMs = statements.reduce((sum, ms) => sum + ms, 0);
  console.log(`${`  ${many(lots)} published lot(s)`.padEnd(32)}${many(matches)} matches of ${many(pairs)} pairs`);
  console.log(`    until all are compared      ${seconds(tookMs)}, of it in the database ${seconds(spentMs)}`);
  console.log(`    statements, the longest     ${statements.length}, ${Math.max(...statements).toFixed(0)} ms`);
};

const measureBids = async (
  database: Database,
  pace: { readonly rounds: number; readonly ms: number },
): Promise<void> => {
  const sellerId = await seedSeller(database);
  const participants = {
    bidderIds: await seedBidders(database, IN_FLIGHT),
    auctionIds: await seedAuctions(database, sellerId, AUCTIONS),
  };
  await database.query("delete from published_lots");
  const bids = await withEngine(database, participants);
  await bids.run(pace.ms, histogram());
  const rates: Record<"beside" | "without", number[]> = { beside: [], without: [] };
  const times = { beside: histogram(), without: histogram() };
  const measure = async (how: "beside" | "without"): Promise<void> => {
    const done = await bids.run(pace.ms, times[how]);
    rates[how].push((done.bids / done.ms) * 1000);
  };
  for (let round = 0; round < pace.rounds; round++) {
    await measure("without");
    let isOver = false;
    // More than can be compared during the round.
    await publishLots(database, PUBLISHED * 4);
    const matching = matchPublishedLots(database, usualSite, { isStopped: () => isOver });
    await measure("beside");
    isOver = true;
    await matching;
    await database.query("delete from published_lots");
  }
  await bids.close();
  const { beside, without } = { beside: median(rates.beside), without: median(rates.without) };
  console.log(`  bids a second, beside/without ${many(beside)} / ${many(without)} = ${(beside / without).toFixed(2)}`);
  console.log(
    `    a bid, p50 and p99          ${latencies(times.beside)} beside, ${latencies(times.without)} without\n`,
  );
};

const many = (count: number): string => Math.round(count).toLocaleString("en");
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
/** In microseconds. */
const histogram = (): Histogram => build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 });
const latencies = (times: Histogram): string =>
  `${[50, 99].map((percentile) => (times.getValueAtPercentile(percentile) / 1000).toFixed(0)).join(" and ")} ms`;
