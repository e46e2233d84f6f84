// Measures how much of the primary's processor time a replica frees: two servers over one primary, one of which reads lists
// on its standby, take turns with the same pages and bids. Processor time hardly depends on what else the machine does.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Minor } from "@jara/shared/money";
import { openDatabase } from "../../src/platform/database/database.ts";
import { makeLargeMarket } from "../../src/tools/large/make-large-market.ts";
import { migrations } from "../databases.ts";
import { INCREMENT_MINOR, roundRobin, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import { openEngine } from "../engine/with-engine.ts";
import { type Running, startServer } from "../live/processes.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { processorMs } from "../processor.ts";
import { type Market, marketAt } from "../reads/market.ts";
import { startThrowawayPostgres, startThrowawayStandby, type ThrowawayPostgres } from "../throwaway-postgres.ts";

const SIZES = { auctions: 20_000, users: 10_000, bids: 100_000 };
const QUICK_SIZES = { auctions: 2000, users: 1000, bids: 10_000 };
/** Readers who look and bid one after the other. */
const READERS = 8;
const BIDDERS = 200;
const BID_ON = 200;

/** The pages that people look at: the listing more than any other. */
const pages = [
  ...[
    "",
    "?sortBy=endTime&limit=10",
    "?sortBy=currentPrice",
    "?category=electronics&location=lagos",
    "?search=toyota",
  ].map((query) => ({ path: `/api/auctions${query}`, as: "visitor" as const })),
  { path: "/api/auctions?page=2", as: "bidder" as const },
  { path: "/api/bids/user/my-auctions", as: "bidder" as const },
  { path: "/api/watchlist", as: "bidder" as const },
  { path: "/api/auctions/admin/all", as: "admin" as const },
];

interface Spent {
  readonly primaryUs: number;
  readonly replicaUs: number;
}

export const replicasSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  const servers: ThrowawayPostgres[] = [];
  const nodes: Running[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), "jara-bench-"));
  let close = async (): Promise<void> => {};
  try {
    const primary = await startThrowawayPostgres();
    if (!primary) return console.log("Replicas left out: PostgreSQL's server programs are not installed.\n");
    servers.push(primary);
    await (await openDatabase({ url: primary.url }, migrations)).close();
    await makeLargeMarket(primary.url, quick ? QUICK_SIZES : SIZES, () => {});
    const standby = await startThrowawayStandby(primary);
    if (!standby) throw new Error("no standby");
    servers.push(standby);
    const market = await marketAt(primary.url);
    const bids = await bidsOf(market);
    close = async () => {
      await bids.close();
      await market.discard();
    };
    const start = async (more: Record<string, string>) => {
      const node = await startServer({ DATABASE_URL: primary.url, DATA_DIR: folder, ...more }, "source");
      nodes.push(node);
      return node;
    };
    const without = await start({});
    const withOne = await start({ DATABASE_READ_URL: standby.url });
    const count = quick ? 300 : 1500;
    for (const node of [without, withOne]) await look(node, market, count, bids.place);
    // Two idle servers poll, and more is done on a slow machine while the pages are read.
    const idle = await measured({ primary, standby }, () => sleep(quick ? 5_000 : 20_000));
    const spend = async (node: Running, bid: () => Promise<void>): Promise<Spent> => {
      const busy = await measured({ primary, standby }, () => look(node, market, count, bid));
      const of = (which: "primaryMs" | "replicaMs") =>
        (1000 * (busy[which] - (idle[which] * busy.tookMs) / idle.tookMs)) / count;
      return { primaryUs: of("primaryMs"), replicaUs: of("replicaMs") };
    };
    console.log("Processor time for one page of a list (µs), without that of idle servers; medians\n");
    console.log(`${"".padEnd(34)}${["primary", "replica"].map((it) => it.padStart(10)).join("")}`);
    for (const [name, bid] of [["a page", async () => {}] as const, ["a page and a bid", bids.place] as const]) {
      const spent: { without: Spent[]; with: Spent[] } = { without: [], with: [] };
      for (let round = 0; round < (rounds ?? (quick ? 3 : 5)); round += 1) {
        spent.without.push(await spend(without, bid));
        spent.with.push(await spend(withOne, bid));
      }
      const [alone, helped] = [printed(`${name}, without a replica`, spent.without), printed("  with one", spent.with)];
      console.log(`${"  freed".padEnd(34)}${`${Math.round(100 * (1 - helped / alone))} %`.padStart(10)}`);
    }
    console.log(`  Lists that the primary read all the same: ${await readOnPrimary(withOne)}\n`);
  } finally {
    for (const node of nodes) await node.stop();
    await close();
    for (const server of servers.reverse()) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Returns the median for the primary. */
const printed = (name: string, spent: readonly Spent[]): number => {
  const [primary, replica] = [
    median(spent.map(({ primaryUs }) => primaryUs)),
    median(spent.map(({ replicaUs }) => replicaUs)),
  ];
  console.log(`${name.padEnd(34)}${[primary, replica].map((us) => String(Math.round(us)).padStart(10)).join("")}`);
  return primary;
};

const measured = async (
  { primary, standby }: { readonly primary: ThrowawayPostgres; readonly standby: ThrowawayPostgres },
  work: () => Promise<unknown>,
) => {
  const now = () => ({
    primaryMs: processorMs(primary.pid()) ?? Number.NaN,
    replicaMs: processorMs(standby.pid()) ?? Number.NaN,
    tookMs: performance.now(),
  });
  const before = now();
  await work();
  const after = now();
  return {
    primaryMs: after.primaryMs - before.primaryMs,
    replicaMs: after.replicaMs - before.replicaMs,
    tookMs: after.tookMs - before.tookMs,
  };
};

/** Looks at so many pages, with a bid after each. */
const look = async (node: Running, market: Market, count: number, bid: () => Promise<void>): Promise<void> => {
  const next = roundRobin(pages);
  const tokens = { visitor: null, bidder: market.bidderToken, admin: market.adminToken };
  let left = count;
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (left > 0) {
        left -= 1;
        const { path: asked, as } = next();
        const token = tokens[as];
        const answer = await fetch(node.url + asked, token ? { headers: { authorization: `Bearer ${token}` } } : {});
        if (!answer.ok) throw new Error(`${asked}: ${answer.status}`);
        await answer.arrayBuffer();
        await bid();
      }
    }),
  );
};

/** Bids on lots of their own, so that none is refused. */
const bidsOf = async ({ database }: Market): Promise<{ place(): Promise<void>; close(): Promise<void> }> => {
  const sellerId = await seedSeller(database);
  const nextBidder = roundRobin(await seedBidders(database, BIDDERS));
  const lots = await seedAuctions(database, sellerId, BID_ON);
  const nextLot = roundRobin(lots.map((id) => ({ id, priceMinor: STARTING_PRICE_MINOR })));
  const { engine, close } = await openEngine(database);
  return {
    close,
    place: async () => {
      const lot = nextLot();
      lot.priceMinor += INCREMENT_MINOR;
      const { outcome } = await engine.submit({
        type: "PlaceBid",
        auctionId: lot.id,
        userId: nextBidder(),
        commandId: randomUUID(),
        amountMinor: lot.priceMinor as Minor,
      });
      if (!outcome.ok) throw new Error(`a valid bid was refused: ${outcome.error.code}`);
    },
  };
};

/** As the server counts them. */
const readOnPrimary = async ({ url }: Running): Promise<string> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (server: string) =>
    Number(new RegExp(`^jara_list_statements_total\\{server="${server}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  const [primary, replica] = [of("primary"), of("replica")];
  return `${primary} of ${primary + replica} statements`;
};
