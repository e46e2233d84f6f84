// Sends one bid at a time to an otherwise idle server and, after each, the same frame to the echo server, so that other
// load on the machine affects both equally.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Socket } from "socket.io-client";
import { onPrice, placeBid } from "./clients.ts";
import { type Latencies, newLatencies, recordMs } from "./latencies.ts";
import type { Lot } from "./participants.ts";

/** With ten auctions in rotation, each is idle for well over the 50 ms in which prices are merged. */
const PAUSE_MS = 8;
const SEEN_WITHIN_MS = 5_000;
/** The time limit; on a busy machine fewer bids must be enough. */
const WITHIN_MS = 15_000;

export interface Idle {
  readonly toAnswer: Latencies;
  readonly toWatcher: Latencies;
  readonly echo: Latencies;
}

export interface Parties {
  /** The bidders' sockets to the server, and as many to the echo server. */
  readonly bidders: readonly Socket[];
  readonly echoes: readonly Socket[];
}

export const measureIdle = async (
  { bidders, echoes }: Parties,
  watcher: Socket,
  lots: readonly Lot[],
  bids: number,
): Promise<Idle> => {
  const idle: Idle = { toAnswer: newLatencies(), toWatcher: newLatencies(), echo: newLatencies() };
  let seen: (at: number) => void = () => {};
  onPrice(watcher, (_event, at) => seen(at));
  const until = performance.now() + WITHIN_MS;
  for (let i = 0; i < bids && performance.now() < until; i++) {
    const lot = lots[i % lots.length];
    const bidder = bidders[i % bidders.length];
    const echo = echoes[i % echoes.length];
    if (!lot || !bidder || !echo) throw new Error("nobody to bid, or nothing to bid on");
    const sight = new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the watcher was not told of a bid")), SEEN_WITHIN_MS);
      seen = (at) => {
        clearTimeout(late);
        resolve(at);
      };
    });
    const [{ sentAt, answeredAt, answer }, seenAt] = await Promise.all([placeBid(bidder, lot), sight]);
    if (!answer.ok) throw new Error(`a valid bid was refused: ${answer.error.code} ${answer.error.message}`);
    recordMs(idle.toAnswer, answeredAt - sentAt);
    recordMs(idle.toWatcher, seenAt - sentAt);
    await sleep(PAUSE_MS);
    const echoed = await placeBid(echo, { ...lot });
    recordMs(idle.echo, echoed.answeredAt - echoed.sentAt);
    await sleep(PAUSE_MS);
  }
  return idle;
};
