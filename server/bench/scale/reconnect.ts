// Measures a reconnect storm: ten thousand connections are lost at the same moment and come back, each with the newest
// state of what it watches, while bids continue.
import { setTimeout as sleep } from "node:timers/promises";
import { newLatencies, recordMs } from "../live/latencies.ts";
import type { Lot, Participants } from "../live/participants.ts";
import { nextAmount } from "../live/participants.ts";
import { startServer } from "../live/processes.ts";
import { meter } from "../processor.ts";
import { askPatiently, Crowd, watchAll } from "./crowd.ts";
import { printFigure, printHead } from "./report.ts";
import { figureOf } from "./server-figures.ts";

const BID_EVERY_MS = 50;
/** One of this many has an account. */
const SIGNED_IN = 5;
/** The same spread as in the site's own client for its first attempt. */
const FIRST_WITHIN_MS = 1_000;

/** Seconds until half, 99 in a hundred and all are back. */
export interface ReconnectFigures {
  readonly half: number;
  readonly p99: number;
  readonly all: number;
  /** Microseconds of processor time of one connection until all are back. The database's only if its process is known. */
  readonly spent: { readonly node: number; readonly database: number; readonly clients: number };
}

export const measureReconnect = async (
  { participants, databasePid = 0 }: { readonly participants: Participants; readonly databasePid?: number },
  count: number,
): Promise<ReconnectFigures> => {
  const server = await startServer(participants.environment);
  const crowd = new Crowd();
  try {
    const tokenOf = (i: number): string | undefined =>
      i % SIGNED_IN === 0 ? participants.tokens[i % participants.tokens.length] : undefined;
    const before = await crowd.open(
      server.url,
      Array.from({ length: count }, (_, i) => tokenOf(i)),
    );
    // Spread over many auctions, because publishing each price of one auction to ten thousand watchers would already
    // exceed a server's capacity.
    const lotOf = (i: number): Lot => participants.ordinary[i % participants.ordinary.length] as Lot;
    for (const [i, lot] of participants.ordinary.entries()) {
      await watchAll(
        before.filter((_, n) => n % participants.ordinary.length === i),
        lot.id,
      );
    }
    const bidder = await crowd.openOne(server.url, participants.tokens[0]);

    const toAnswer = newLatencies();
    let isOver = false;
    const versions = new Map<string, number>();
    const bidding = (async () => {
      for (let i = 0; !isOver; i++) {
        const from = performance.now();
        const lot = lotOf(i);
        const bid = { auctionId: lot.id, amount: nextAmount(lot), commandId: crypto.randomUUID() };
        const { auction } = await askPatiently(bidder, "bid:place", bid);
        versions.set(lot.id, auction.version);
        recordMs(toAnswer, performance.now() - from);
        await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - from)));
      }
    })();
    await sleep(1_000);
    toAnswer.reset();
    const meters = meter({ node: server.pid, database: databasePid, clients: process.pid });
    for (const socket of before) socket.terminate();
    const from = performance.now();
    const backMs = newLatencies();
    let stale = 0;
    await Promise.all(
      before.map(async (_, i) => {
        await sleep(Math.random() * FIRST_WITHIN_MS);
        // A connection that is accepted and cut off again is not yet back.
        for (;;) {
          try {
            const socket = await crowd.openOne(server.url, tokenOf(i));
            const auctionId = lotOf(i).id;
            const known = versions.get(auctionId) ?? 0;
            const { auction } = await askPatiently(socket, "auction:watch", { auctionId });
            if (auction.version < known) stale += 1;
            recordMs(backMs, performance.now() - from);
            return;
          } catch {
            await sleep(500 * Math.random());
          }
        }
      }),
    );
    const { node, database, clients } = meters.read();
    isOver = true;
    await bidding;
    const at = (part: number): number => backMs.getValueAtPercentile(part) / 1e6;
    printHead(
      `${participants.name}: ${count.toLocaleString("en")} connections lost at once, first tries spread over a second`,
    );
    printFigure("back and caught up: half of them after", at(50), { digits: 1, unit: " s" });
    printFigure("99 in a hundred after", at(99), { digits: 1, unit: " s" });
    printFigure("all of them after", at(100), { digits: 1, unit: " s" });
    printFigure("with an older state than a bidder had been told", stale, { aim: 0, atMost: true });
    printFigure("bid to answer meanwhile, median", toAnswer.getValueAtPercentile(50) / 1000, {
      digits: 1,
      unit: " ms",
    });
    printFigure("bid to answer meanwhile, 99th percentile", toAnswer.getValueAtPercentile(99) / 1000, {
      digits: 1,
      unit: " ms",
    });
    printFigure("told to come back later", await figureOf(server.url, "jara_admission_turned_away_total"));
    return {
      half: at(50),
      p99: at(99),
      all: at(100),
      spent: { node: node.us / count, database: database.us / count, clients: clients.us / count },
    };
  } finally {
    crowd.close();
    await server.stop();
  }
};
