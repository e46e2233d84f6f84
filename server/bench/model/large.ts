// Simulates 100,000 bids a second and a million watchers on larger machines, and prints the results.
import { simulateBidding } from "./bidding.ts";
import type { Costs } from "./costs.ts";
import type { Market } from "./market.ts";
import { simulateStorm } from "./storm.ts";
import { simulateAudience } from "./watchers.ts";

const BIDS = 100_000;
const BIDDERS = 20_000;
const LOTS = 5_000;
const DATABASE_CORES = 16;
/** One way, within a data centre. */
const NETWORK_MS = 0.25;
/** A disk that confirms a write. */
const DISK_MS = 0.5;
/** Clients are on machines of their own, which are not what limits. */
const withoutClients = { roundTripClient: 0, deliveryClient: 0, openClient: 0, connectClient: 0, watchClient: 0 };
/** One bid takes so many bytes of the write-ahead log (`pnpm bench cost`). */
const LOG_BYTES = 1_500;
/** A price takes so many bytes on the wire, with its frame. */
const PRICE_BYTES = 420;
const WATCHERS = 1_000_000;

interface Bidding {
  readonly name: string;
  readonly nodes: number;
  /** The bids on an auction come to one node, or to any. */
  readonly isRouted: boolean;
  /** Private events go to every node, or only to the ones that need them. */
  readonly isRelayedToAll: boolean;
}

const row = (cells: readonly (string | number)[], widths: readonly number[]): string =>
  cells
    .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0)))
    .join("");

export const printLargeBidding = (measured: Costs, ms: number): void => {
  const costs = { ...measured, ...withoutClients, statementWaitMs: DISK_MS, bidWaitMs: 0 };
  const base: Omit<Market, "nodes" | "biddingNodes" | "cores" | "ears" | "hasRedis" | "hasLog" | "nodeOf"> = {
    ...{ costs, bidders: BIDDERS, window: 1, lots: LOTS, lotOf: (_, random) => Math.floor(random * LOTS) },
    ...{ perBidder: BIDS / BIDDERS, ms, seed: 1 },
  };
  const widths = [52, 10, 8, 8, 11, 10, 10, 8];
  console.log(
    `\n${BIDS.toLocaleString("en")} bids/s over ${LOTS.toLocaleString("en")} auctions, nodes of two cores each`,
  );
  console.log(row(["", "bids/s", "batch", "misses", "median ms", "p99 ms", "db cores", "log MB/s"], widths));
  for (const { name, nodes, isRouted, isRelayedToAll } of variants()) {
    const figures = simulateBidding({
      ...base,
      ...{ nodes, biddingNodes: nodes, cores: { database: DATABASE_CORES, networkMs: NETWORK_MS } },
      ...(isRelayedToAll && { ears: (bidder: number) => [bidder % nodes] }),
      hasRedis: isRelayedToAll,
      hasLog: false,
      ...(isRouted && { nodeOf: (_: number, lot: number) => lot % nodes }),
    });
    const { perSecond, batch, misses, medianMs, p99Ms, busy, accepted } = figures;
    const cells = [
      ...[name, Math.round(perSecond).toLocaleString("en"), batch.toFixed(0), misses, medianMs.toFixed(0)],
      ...[p99Ms.toFixed(0), busy.database.toFixed(1), ((perSecond * accepted * LOG_BYTES) / 1e6).toFixed(0)],
    ];
    console.log(row(cells, widths));
  }
};

const variants = (): Bidding[] => [
  { name: "8 nodes, a bid at any node", nodes: 8, isRouted: false, isRelayedToAll: true },
  { name: "16 nodes, an auction at one node, events to all", nodes: 16, isRouted: true, isRelayedToAll: true },
  ...[8, 12, 16, 24].map((nodes) => ({
    name: `${nodes} nodes, an auction at one node`,
    ...{ nodes, isRouted: true, isRelayedToAll: false },
  })),
];

export const printLargeAudience = (measured: Costs): void => {
  const costs = { ...measured, ...withoutClients };
  console.log(`\n${WATCHERS.toLocaleString("en")} watchers, nodes of two cores each; bids come to other nodes`);
  const widths = [60, 8, 12, 11, 10, 9, 10, 9];
  console.log(row(["", "nodes", "deliveries/s", "median ms", "p99 ms", "busy", "db cores", "Gbit/s"], widths));
  const print = (name: string, perNode: number, lots: number, everyMs: number): void => {
    const nodes = Math.ceil(WATCHERS / perNode);
    const figures = simulateAudience({
      ...{ costs, watchers: perNode, lots, lotsOfEach: 1, everyMs, isRemote: true },
      ...{ cores: { shared: 2, hasClients: false }, ms: 5_000 },
    });
    const perSecond = figures.deliveriesPerSecond * nodes;
    const databaseUs = costs.readDatabase + costs.readAuctionDatabase * (Math.min(lots, 500) - 1);
    const cells = [
      ...[name, nodes, Math.round(perSecond).toLocaleString("en"), figures.medianMs.toFixed(0)],
      ...[figures.p99Ms.toFixed(0), figures.busy.toFixed(2)],
      ((figures.readsPerSecond * nodes * databaseUs) / 1e6).toFixed(1),
      ((perSecond * PRICE_BYTES * 8) / 1e9).toFixed(1),
    ];
    console.log(row(cells, widths));
  };
  for (const perNode of [5_000, 10_000, 20_000])
    print(`on 8 hot auctions, a price each 50 ms, ${perNode} a node`, perNode, 8, 50);
  for (const perNode of [10_000, 20_000])
    print(`the same with a price each 250 ms, ${perNode} a node`, perNode, 8, 250);
  for (const perNode of [20_000, 50_000]) {
    print(`50 on each of 20,000 auctions, a price each 10 s, ${perNode} a node`, perNode, perNode / 50, 10_000);
  }
};

export const printLargeStorms = (measured: Costs): void => {
  const costs = { ...measured, ...withoutClients };
  console.log("\nConnections of one node that is lost come back to one node of two cores, seconds");
  const widths = [60, 10, 10, 10];
  console.log(row(["", "half", "99%", "all"], widths));
  for (const connections of [5_000, 10_000, 20_000]) {
    const { halfMs, p99Ms, allMs } = simulateStorm({
      ...{ costs, connections, lots: 1_000, signedIn: 5, users: connections / 5, seed: 1 },
      cores: { node: 2, networkMs: 20 },
    });
    const cells = [connections.toLocaleString("en"), ...[halfMs, p99Ms, allMs].map((ms) => (ms / 1000).toFixed(1))];
    console.log(row(cells, widths));
  }
};
