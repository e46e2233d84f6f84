// All participants: bidders with their tokens and watchers without, on the chosen transports, connected a limited
// number at a time.
import { setTimeout as sleep } from "node:timers/promises";
import { Bidder } from "./bidder.ts";
import { newCounts } from "./counts.ts";
import { inParallel } from "./in-parallel.ts";
import type { Lot } from "./lots.ts";
import { Mistake } from "./mistake.ts";
import { type Observer, type Transport, transports } from "./observer.ts";
import type { Options } from "./options.ts";
import type { Participants } from "./participants.ts";
import type { LineCounts } from "./transports/line.ts";
import { type DeliveryCounts, Watcher } from "./watcher.ts";

/** Handshakes at the same time, except in a storm, because each one reads an account from the database. */
const CONNECTING = 50;
/** How long all participants together may take to watch their auctions. */
const WATCHED_WITHIN_MS = 60_000;
/** The most auctions that one watcher of a market watches. */
const MOST_WATCHED = 50;

export interface Crowd {
  readonly bidders: readonly Bidder[];
  readonly watchers: readonly Watcher[];
  readonly lines: LineCounts;
  readonly deliveries: DeliveryCounts;
  /** Connects all participants; throws a Mistake if that is impossible. */
  connect(stop: AbortSignal): Promise<void>;
  /** Divides the auctions among the watchers, so that each auction has some, and waits until they are watched. */
  watch(lots: readonly Lot[], stop: AbortSignal): Promise<void>;
  close(): void;
}

export const gather = (
  options: Pick<Options, "bidders" | "watchers" | "transport">,
  url: string,
  participants: Participants,
  observer: Required<Observer>,
): Crowd => {
  if (participants.bidders.length < options.bidders) {
    throw new Mistake(
      `${options.bidders} bidders are wanted, and there are ${participants.bidders.length}: make more, or ask for --bidders ${participants.bidders.length}.`,
    );
  }
  const { lines, deliveries } = newCounts();
  const transportOf = (index: number): Transport =>
    options.transport === "both" ? (transports[index % transports.length] as Transport) : options.transport;
  const bidders = participants.bidders
    .slice(0, options.bidders)
    .map(({ token }, index) => new Bidder(transportOf(index), url, token, lines, observer));
  const watchers = Array.from(
    { length: options.watchers },
    (_, index) => new Watcher(index, transportOf(index), url, { lines, deliveries }, observer),
  );
  return {
    bidders,
    watchers,
    lines,
    deliveries,
    connect: async (stop) => {
      await inParallel([...bidders, ...watchers], CONNECTING, async ({ line }) => {
        if (!stop.aborted) await line.open();
      });
    },
    watch: async (lots, stop) => {
      const each = Math.min(
        lots.length,
        MOST_WATCHED,
        Math.max(1, Math.ceil(lots.length / Math.max(1, watchers.length))),
      );
      const isFolded = new Set<string>();
      let waiting = watchers.length;
      const all = inParallel(watchers, CONNECTING, async (watcher, index) => {
        const watched = Array.from({ length: each }, (_, k) => (lots[(index * each + k) % lots.length] as Lot).id);
        await watcher.watch([...new Set(watched)], (id) => !isFolded.has(id) && Boolean(isFolded.add(id)));
        waiting -= 1;
      });
      const waited = new AbortController();
      const late = sleep(WATCHED_WITHIN_MS, true, { signal: AbortSignal.any([stop, waited.signal]) }).catch(
        () => false,
      );
      const isLate = await Promise.race([all.then(() => false), late]);
      waited.abort();
      if (!isLate) return;
      const why = watchers.find(({ refusal }) => refusal !== null)?.refusal ?? "no answer came";
      throw new Mistake(`${waiting} of ${watchers.length} watchers could not watch their auctions: ${why}.`);
    },
    close: () => {
      for (const { line } of [...bidders, ...watchers]) line.close();
    },
  };
};
