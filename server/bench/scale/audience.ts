// Measures two thousand watchers: the memory per watcher, the cost of publishing a price compared with a bare broadcast
// of the same bytes, and the delay until they see a bid while a thousand bids per second arrive.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connectAll, watch } from "../live/clients.ts";
import type { Participants } from "../live/participants.ts";
import { nextAmount } from "../live/participants.ts";
import { type Running, startServer } from "../live/processes.ts";
import { measureSteady, type Offer } from "../live/steady.ts";
import { median } from "../median.ts";
import type { Order } from "./broadcast-server.ts";
import { askPatiently, Crowd, watchAll } from "./crowd.ts";
import type { RawSocket } from "./raw-socket.ts";
import { printFigure, printHead } from "./report.ts";
import { figuresOf } from "./server-figures.ts";

const WATCHERS = 2_000;
/** Auctions that all of them watch, in the run with the highest possible delivery rate. */
const BUSY_LOTS = 8;
/** A little longer than the merge window of prices, so that each bid is an event of its own. */
const BID_EVERY_MS = 51;
/** The wait (ms) until garbage is collected and buffers are settled. */
const REST_MS = 3_000;

export const startBroadcast = async (): Promise<Running & { order(order: Order): void }> => {
  const child = fork(fileURLToPath(new URL("broadcast-server.ts", import.meta.url)));
  const [port] = (await once(child, "message")) as [number];
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop, order: (order) => void child.send(order) };
};

interface Delivered {
  readonly perSecond: number;
  /** Per second of the server's processor time. */
  readonly perCpuSecond: number;
}

/** The deliveries to the crowd while the server runs its order. */
const deliveriesOf = async (url: string, crowd: readonly RawSocket[], ms: number): Promise<Delivered> => {
  let arrived = 0;
  for (const socket of crowd) {
    socket.onEvent = () => {
      arrived += 1;
    };
  }
  const before = await figuresOf(url);
  const from = performance.now();
  const first = arrived;
  await sleep(ms);
  const after = await figuresOf(url);
  const seconds = (performance.now() - from) / 1000;
  const count = arrived - first;
  return { perSecond: count / seconds, perCpuSecond: count / (after.cpuSeconds - before.cpuSeconds) };
};

export const measureAudience = async (
  participants: Participants,
  rounds: number,
  ms: number,
  warmUp: Offer,
  busy: Offer,
): Promise<void> => {
  const [server, bare] = [await startServer(participants.environment), await startBroadcast()];
  const connections = new Crowd();
  const people = await connectAll(server.url, participants.tokens);
  try {
    const lots = participants.ordinary.slice(0, BUSY_LOTS);
    const bidders = await connections.open(server.url, participants.tokens.slice(0, BUSY_LOTS));
    await bidOnEach(bidders, lots, 2_000);
    await sleep(REST_MS);

    // --- memory
    const before = await figuresOf(server.url);
    const crowd = await connections.open(server.url, Array(WATCHERS).fill(undefined));
    await watchAll(crowd, participants.hot.id);
    await sleep(REST_MS);
    const after = await figuresOf(server.url);
    printHead(`${participants.name}: ${WATCHERS.toLocaleString("en")} watchers of one auction`);
    const kilobytes = (after.residentBytes - before.residentBytes) / WATCHERS / 1000;
    printFigure("memory of one who only watches", kilobytes, { aim: 30, atMost: true, digits: 1, unit: " kB" });

    // --- deliveries: one auction at its highest event rate, then as many as possible
    const [hotBidder] = bidders;
    if (!hotBidder) throw new Error("nobody to bid");
    let frame = "";
    const listener = crowd[0];
    if (!listener) throw new Error("nobody watches");
    listener.onEvent = (text) => {
      if (text.includes("auction:price")) frame = text.toString("utf8", 1);
    };
    await bidOnEach([hotBidder], [participants.hot], 1_000);
    if (frame === "") throw new Error("no price was told");
    const [name, data] = JSON.parse(frame) as [string, unknown];
    const bareCrowd = await connections.open(bare.url, Array(WATCHERS).fill(undefined));
    const paced: [Delivered[], Delivered[]] = [[], []];
    const full: [Delivered[], Delivered[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      paced[0].push(await during(bidOnEach([hotBidder], [participants.hot], ms), deliveriesOf(server.url, crowd, ms)));
      bare.order({ send: { name, data, frames: 1, everyMs: BID_EVERY_MS } });
      paced[1].push(await deliveriesOf(bare.url, bareCrowd, ms));
      bare.order({ stop: true });
      await sleep(500);
    }
    printDeliveries("a price every 51 ms", paced);
    for (const lot of lots) await watchAll(crowd, lot.id);
    for (let round = 0; round < rounds; round++) {
      full[0].push(await during(bidOnEach(bidders, lots, ms), deliveriesOf(server.url, crowd, ms)));
      await sleep(1_000);
      bare.order({ send: { name, data, frames: BUSY_LOTS, everyMs: BID_EVERY_MS } });
      full[1].push(await deliveriesOf(bare.url, bareCrowd, ms));
      bare.order({ stop: true });
      await sleep(1_000);
    }
    printDeliveries(`${BUSY_LOTS} auctions at once, all watched by all`, full);
    for (const socket of bareCrowd) socket.terminate();
    for (const socket of crowd) {
      socket.onEvent = () => {};
      for (const lot of lots) void socket.request("auction:unwatch", { auctionId: lot.id });
    }
    await sleep(1_000);

    // --- a thousand bids per second at the same time, every tenth on the auction that all of them watch
    const sample = await connectAll(server.url, Array(50).fill(undefined));
    people.push(...sample);
    const watched = participants.ordinary.slice(0, sample.length);
    for (const [i, one] of sample.entries()) {
      await watch(one, participants.hot);
      const lot = watched[i];
      if (lot) await watch(one, lot);
    }
    const stage = {
      hot: participants.hot,
      lots: participants.ordinary,
      watchers: sample,
      watched: new Set(watched.map(({ id }) => id)),
    };
    const parties = { bidders: people.slice(0, participants.tokens.length), echoes: [] };
    await measureSteady(parties, stage, warmUp);
    const { toAnswer, toWatcher, toWatcherOfHot, lateness } = await measureSteady(parties, stage, busy);
    printHead(`  the same beside ${busy.perSecond.toLocaleString("en")} bids/s (99th percentiles)`);
    const p99 = (one: typeof toAnswer): number => one.getValueAtPercentile(99) / 1000;
    const aim = { aim: 150, atMost: true, digits: 1, unit: " ms" };
    printFigure("bid to answer", p99(toAnswer), { digits: 1, unit: " ms" });
    printFigure("bid to watcher, the auction that all watch", p99(toWatcherOfHot), aim);
    printFigure("bid to watcher, other auctions", p99(toWatcher), aim);
    printFigure("the client sent late by (in none of these)", p99(lateness), { digits: 1, unit: " ms" });
  } finally {
    for (const one of people) one.disconnect();
    connections.close();
    await server.stop();
    await bare.stop();
  }
};

const printDeliveries = (what: string, [own, bare]: readonly [readonly Delivered[], readonly Delivered[]]): void => {
  const of = (all: readonly Delivered[], key: keyof Delivered): number => median(all.map((one) => one[key]));
  printHead(`  deliveries, ${what}`);
  printFigure("deliveries/s", of(own, "perSecond"));
  printFigure("deliveries/s of a bare broadcast of the same bytes", of(bare, "perSecond"));
  printFigure("deliveries for a second of the server's processor", of(own, "perCpuSecond"));
  printFigure("the same of the bare broadcast", of(bare, "perCpuSecond"));
  const ratio = of(own, "perCpuSecond") / of(bare, "perCpuSecond");
  printFigure("own / bare, by processor time", ratio, { aim: 0.8, digits: 2 });
};

/** Each bidder bids on a lot of its own, at this interval, for this long. */
const bidOnEach = async (
  bidders: readonly RawSocket[],
  lots: readonly { readonly id: string; priceMinor: number }[],
  ms: number,
): Promise<void> => {
  const until = performance.now() + ms;
  await Promise.all(
    lots.map(async (lot, i) => {
      const bidder = bidders[i];
      if (!bidder) throw new Error("a lot without a bidder");
      while (performance.now() < until) {
        const from = performance.now();
        await askPatiently(bidder, "bid:place", {
          auctionId: lot.id,
          amount: nextAmount(lot),
          commandId: crypto.randomUUID(),
        });
        await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - from)));
      }
    }),
  );
};

const during = async <T>(work: Promise<unknown>, measuring: Promise<T>): Promise<T> =>
  (await Promise.all([measuring, work]))[0];
