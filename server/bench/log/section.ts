// Measures how far the public log is behind while bids come at a steady rate, and what a leaf costs in processor time.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createMetrics } from "../../src/app/metrics.ts";
import { openPublicLog } from "../../src/features/public-log/open-public-log.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";
import { openPgliteInTemp, openPostgresOfOwn } from "../databases.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import type { BenchOptions } from "../options.ts";
import { openSteadyBids } from "./steady-bids.ts";

const AUCTIONS = 1_000;
const BIDDERS = 2_000;
const RATES = [1_000, 5_000];
const KEYS = { host: "bench.invalid", seeds: [Buffer.alloc(32, "a seed of the bench")] } as const;
const NODE = "00000000-0000-4000-8000-000000000001";

export const logSection = async ({ quick }: BenchOptions): Promise<void> => {
  console.log("The public log: how old the oldest change of a batch is once it is logged");
  for (const bench of [await openPostgresOfOwn(), await openPgliteInTemp()]) {
    if (!bench) continue;
    try {
      await measure(bench.name, bench.database, quick ? 3_000 : 20_000);
    } finally {
      await bench.discard();
    }
  }
};

const measure = async (name: string, database: Database, ms: number): Promise<void> => {
  const sellerId = await seedSeller(database);
  const field = {
    bidderIds: await seedBidders(database, BIDDERS),
    auctionIds: await seedAuctions(database, sellerId, AUCTIONS),
  };
  await writeCreations(database);
  const clock = new DatabaseClock();
  await clock.start(database);
  const behind: number[] = [];
  let leaves = 0;
  const metrics = createMetrics();
  const publicLog = openPublicLog({
    ...{ database, clock, keys: KEYS, node: NODE, folder: null, shared: null, witnesses: [], isProduction: true },
    ...{ publicUrl: "http://bench.invalid", databaseUrl: null },
    log: { warn: console.error, error: console.error },
    observe: {
      ...metrics.publicLog,
      grown: (count, behindMs) => {
        leaves += count;
        if (behindMs !== null) behind.push(behindMs);
      },
    },
  });
  const bids = await openSteadyBids(database, field, () => publicLog.poke());
  for (const rate of RATES) {
    await sleep(2_000);
    behind.length = 0;
    leaves = 0;
    const startedAt = performance.now();
    const placed = await bids.run(rate, ms);
    const tookS = (performance.now() - startedAt) / 1000;
    await sleep(1_000);
    behind.sort((a, b) => a - b);
    const at = (share: number): string => `${Math.round(behind[Math.floor((behind.length - 1) * share)] ?? 0)} ms`;
    console.log(
      `  ${name.padEnd(12)}${Math.round(placed / tookS)} bids/s: ${leaves} leaves of ${placed} bids; ` +
        `behind, p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`,
    );
  }
  await bids.close();
  await publicLog.stop();
  clock.stop();
};

/** The bench's auctions have no log of their own. */
const writeCreations = async (database: Database): Promise<void> => {
  await database.query(`
    insert into auction_events (auction_id, revision, version, events, actor_id, at)
    select a.id, 1, 1, json_build_array(json_build_object('type', 'AuctionCreated', 'auctionId', a.id,
        'seller', json_build_object('id', a.seller_id, 'username', 'seller'),
        'lot', json_build_object('title', a.title, 'description', a.description, 'categories', to_json(a.categories),
          'condition', a.condition, 'location', a.location, 'media', a.media),
        'currency', a.currency, 'startingPriceMinor', a.starting_price_minor, 'incrementMinor', a.increment_minor,
        'reserveMinor', null, 'buyItNowMinor', null, 'softClose', null, 'status', 'active',
        'startsAt', (extract(epoch from a.starts_at) * 1000)::bigint, 'endsAt', (extract(epoch from a.ends_at) * 1000)::bigint)),
      a.seller_id, a.created_at from auctions a`);
};
