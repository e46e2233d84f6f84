// The registry of watches on this page: each auction once, however many components ask for it, and the feeds of the
// listing and of the staff. After every connect it asks for all of them again, each auction with the version held, so
// that the server can replay the missed changes.
import type { ErrorBody } from "@jara/shared/errors";
import type { CommandResults } from "@jara/shared/live-commands";
import { pause } from "../lib/pause.ts";
import { isSaving } from "../store/saver.ts";
import type { Wire } from "./wire.ts";

export interface WatchEvents {
  /** `sinceVersion`: the version that was held when it was asked. */
  onWatched: (auctionId: string, answer: CommandResults["auction:watch"], sinceVersion?: number) => void;
  /** The server refuses to let this auction be watched, for example because it does not exist. */
  onRefused: (auctionId: string, error: ErrorBody) => void;
  /** A feed was joined, perhaps again: a list fetched before may be out of date. */
  onJoined: (feed: Feed) => void;
}

/** `listing`: all public auctions. `admin`: all auctions. */
export type Feed = "listing" | "admin";

const feedCommands = {
  listing: { watch: "auctions:watch", unwatch: "auctions:unwatch" },
  admin: { watch: "admin:watch", unwatch: "admin:unwatch" },
} as const;

interface Watch {
  count: number;
  heldVersion: () => number | undefined;
  asking: Promise<boolean> | null;
}

const ANSWER_MS = 8000;
/**
 * The delay (ms) when the server does not say when to ask again. It has jitter, because many clients retry at the same
 * time.
 */
const RETRY_MS = 2000;

export class WatchRegistry {
  readonly #wire: Wire;
  readonly #events: WatchEvents;
  readonly #auctions = new Map<string, Watch>();
  readonly #readers = new Map<Feed, number>();

  constructor(wire: Wire, events: WatchEvents) {
    this.#wire = wire;
    this.#events = events;
  }

  get isEmpty(): boolean {
    return this.#auctions.size === 0 && this.#readers.size === 0;
  }

  /** Returns a function that stops watching. Watching ends when the last caller has stopped. */
  watchAuction(auctionId: string, heldVersion: () => number | undefined): () => void {
    const known = this.#auctions.get(auctionId);
    const watch = known ?? { count: 0, heldVersion, asking: null };
    watch.count += 1;
    if (!known) {
      this.#auctions.set(auctionId, watch);
      void this.rewatch(auctionId);
    }
    return once(() => {
      watch.count -= 1;
      if (watch.count > 0) return;
      this.#auctions.delete(auctionId);
      void this.#wire.ask("auction:unwatch", { auctionId }, ANSWER_MS);
    });
  }

  isInFeed(feed: Feed): boolean {
    return this.#readers.has(feed);
  }

  watchFeed(feed: Feed): () => void {
    const readers = this.#readers.get(feed) ?? 0;
    this.#readers.set(feed, readers + 1);
    if (readers === 0) void this.#join(feed);
    return once(() => {
      const left = (this.#readers.get(feed) ?? 1) - 1;
      if (left > 0) {
        this.#readers.set(feed, left);
        return;
      }
      this.#readers.delete(feed);
      void this.#wire.ask(feedCommands[feed].unwatch, {}, ANSWER_MS);
    });
  }

  /** Asks again with the version held, unless a request is already under way. Resolves to true when answered. */
  rewatch(auctionId: string): Promise<boolean> {
    const watch = this.#auctions.get(auctionId);
    if (!watch || !this.#wire.connected) return Promise.resolve(false);
    if (watch.asking) return watch.asking;
    const asking = this.#ask(auctionId, watch).finally(() => {
      if (watch.asking === asking) watch.asking = null;
    });
    watch.asking = asking;
    return asking;
  }

  /** Asks for everything again on a new connection. Resolves to true when the server has answered all of it. */
  async resume(): Promise<boolean> {
    const asked = [...this.#auctions.keys()].map((auctionId) => this.rewatch(auctionId));
    for (const feed of this.#readers.keys()) asked.push(this.#join(feed));
    return (await Promise.all(asked)).every(Boolean);
  }

  /** Asks an overloaded server until it answers, so that outdated data is not shown as live meanwhile. */
  async #ask(auctionId: string, watch: Watch): Promise<boolean> {
    for (;;) {
      const sinceVersion = watch.heldVersion();
      const data = { auctionId, ...(sinceVersion !== undefined && { sinceVersion }), ...compact() };
      const answer = await this.#wire.ask("auction:watch", data, ANSWER_MS);
      if (!answer || this.#auctions.get(auctionId) !== watch) return answer !== null;
      if (answer.ok) {
        // If the answer and the events received meanwhile still leave a gap, the code that folds them asks again.
        watch.asking = null;
        this.#events.onWatched(auctionId, answer, sinceVersion);
      } else if (isCrowded(answer.error)) {
        await pause(retryMs(answer.error));
        if (this.#auctions.get(auctionId) !== watch) return true;
        continue;
      } else if (isPassing(answer.error)) setTimeout(() => void this.rewatch(auctionId), retryMs(answer.error));
      else this.#events.onRefused(auctionId, answer.error);
      return true;
    }
  }

  async #join(feed: Feed): Promise<boolean> {
    const data = feed === "listing" ? compact() : {};
    const answer = await this.#wire.ask(feedCommands[feed].watch, data, ANSWER_MS);
    if (!answer || !this.#readers.has(feed)) return answer !== null;
    if (answer.ok) this.#events.onJoined(feed);
    else if (isPassing(answer.error)) {
      setTimeout(() => this.#readers.has(feed) && void this.#join(feed), retryMs(answer.error));
    }
    return true;
  }
}

/** Data saver asks for fewer events. */
const compact = (): { compact?: true } => (isSaving() ? { compact: true } : {});
const isCrowded = ({ code }: ErrorBody) => code === "UNAVAILABLE" || code === "RATE_LIMITED";
export const isPassing = (error: ErrorBody) => isCrowded(error) || error.code === "INTERNAL";
export const retryMs = (error: ErrorBody) => error.retryAfterMs ?? RETRY_MS * (0.5 + Math.random());

const once = (run: () => void) => {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
};
