// Measures one reader that stops reading, beside a thousand that read: its memory cost and its effect on the others.
import { setTimeout as sleep } from "node:timers/promises";
import type { PriceEvent } from "@jara/shared/live-commands";
import { type Latencies, newLatencies } from "../live/latencies.ts";
import type { Lot, Participants } from "../live/participants.ts";
import { nextAmount } from "../live/participants.ts";
import { startServer } from "../live/processes.ts";
import { Sightings } from "../live/sightings.ts";
import { askPatiently, Crowd, watchAll } from "./crowd.ts";
import type { RawSocket } from "./raw-socket.ts";
import { printFigure, printHead } from "./report.ts";
import { figureOf, figuresOf } from "./server-figures.ts";

const HEALTHY = 1_000;
/** How many of them are timed. */
const SAMPLED = 50;
const LOTS = 8;
/** Each lot gets this many bids in the 50 ms in which they are merged, so that its events are large. */
const BIDDERS_EACH = 5;
const BID_EVERY_MS = 25;

export const measureStalled = async (participants: Participants, ms: number): Promise<void> => {
  const server = await startServer(participants.environment);
  const crowd = new Crowd();
  try {
    const lots = participants.ordinary.slice(0, LOTS);
    const bidders = await crowd.open(server.url, participants.tokens.slice(0, LOTS * BIDDERS_EACH));
    const healthy = await crowd.open(server.url, Array(HEALTHY).fill(undefined));
    // A hundred watchers per lot: as many as possible without the machine being the limit.
    for (const [i, lot] of lots.entries()) {
      await watchAll(
        healthy.filter((_, n) => n % LOTS === i || n < SAMPLED),
        lot.id,
      );
    }
    const measure = async (latencies: Latencies, forMs = ms): Promise<{ grownBytes: number }> => {
      const sightings = new Sightings(latencies);
      for (const socket of healthy.slice(0, SAMPLED)) {
        socket.onEvent = (text) => {
          const at = performance.now();
          if (text.includes("auction:price"))
            sightings.seen((JSON.parse(text.toString("utf8", 1)) as [string, PriceEvent])[1], at);
        };
      }
      const before = await figuresOf(server.url);
      await bidOn(bidders, lots, forMs, (lot, version, sentAt) => sightings.answered(lot.id, version, sentAt));
      await sleep(500);
      return { grownBytes: (await figuresOf(server.url)).residentBytes - before.residentBytes };
    };
    // Warm up until statements are planned, code is compiled, and memory is stable.
    await measure(newLatencies(), 5_000);
    const [alone, beside] = [newLatencies(), newLatencies()];
    const without = await measure(alone);
    const stalled = await crowd.openOne(server.url);
    for (const lot of lots) await askPatiently(stalled, "auction:watch", { auctionId: lot.id });
    stalled.stopReading();
    const withIt = await measure(beside);
    const parked = await figureOf(server.url, "jara_slow_readers_parked_total");
    const p99 = (one: Latencies): number => one.getValueAtPercentile(99) / 1000;
    const inMs = { digits: 1, unit: " ms" };
    const inMb = { digits: 1, unit: " MB" };
    printHead(
      `${participants.name}: one who stops reading beside ${HEALTHY.toLocaleString("en")} who read, ${ms / 1000} s each`,
    );
    printFigure("bid to watcher, 99th percentile, without it", p99(alone), inMs);
    printFigure("bid to watcher, 99th percentile, with it", p99(beside), inMs);
    printFigure("memory of the server grew, without it", without.grownBytes / 1e6, inMb);
    printFigure("memory of the server grew, with it", withIt.grownBytes / 1e6, inMb);
    printFigure("readers taken out of their rooms", parked);
  } finally {
    crowd.close();
    await server.stop();
  }
};

const bidOn = async (
  bidders: readonly RawSocket[],
  lots: readonly Lot[],
  ms: number,
  accepted: (lot: Lot, version: number, sentAt: number) => void,
): Promise<void> => {
  const until = performance.now() + ms;
  await Promise.all(
    bidders.map(async (bidder, i) => {
      const lot = lots[i % lots.length] as Lot;
      while (performance.now() < until) {
        const sentAt = performance.now();
        const bid = { auctionId: lot.id, amount: nextAmount(lot), commandId: crypto.randomUUID() };
        const answer = await bidder.request("bid:place", bid);
        if (answer.ok) accepted(lot, answer.auction.version, sentAt);
        await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - sentAt)));
      }
    }),
  );
};
