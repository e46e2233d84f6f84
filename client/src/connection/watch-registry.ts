// What this page watches: each auction once however many ask, and the listing feed. After every connect all of it is
// asked for again, each auction with the version held, so that the server can replay what was missed.
import type { ErrorBody } from "@jara/shared/errors";
import type { CommandResults } from "@jara/shared/socket";
import type { Wire } from "./wire.ts";

export interface WatchEvents {
  onWatched: (auctionId: string, answer: CommandResults["auction:watch"]) => void;
  /** The server will not let this auction be watched (it is not there, say). */
  onRefused: (auctionId: string, error: ErrorBody) => void;
  /** The listing feed was joined or joined again: what was listed before may be old. */
  onListingJoined: () => void;
}

interface Watch {
  count: number;
  heldVersion: () => number | undefined;
  asking: Promise<boolean> | null;
}

const ANSWER_MS = 8000;
const RETRY_MS = 2000;

export class WatchRegistry {
  readonly #wire: Wire;
  readonly #events: WatchEvents;
  readonly #auctions = new Map<string, Watch>();
  #listingCount = 0;

  constructor(wire: Wire, events: WatchEvents) {
    this.#wire = wire;
    this.#events = events;
  }

  get isEmpty(): boolean {
    return this.#auctions.size === 0 && this.#listingCount === 0;
  }

  /** Returns the way to let go; the last to let go ends the watching. */
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

  watchListing(): () => void {
    this.#listingCount += 1;
    if (this.#listingCount === 1) void this.#joinListing();
    return once(() => {
      this.#listingCount -= 1;
      if (this.#listingCount === 0) void this.#wire.ask("auctions:unwatch", {}, ANSWER_MS);
    });
  }

  /** Asks again with the version held; while one question is under way there is no second. True when answered. */
  rewatch(auctionId: string): Promise<boolean> {
    const watch = this.#auctions.get(auctionId);
    if (!watch || !this.#wire.connected) return Promise.resolve(false);
    watch.asking ??= this.#ask(auctionId, watch).finally(() => {
      watch.asking = null;
    });
    return watch.asking;
  }

  /** Everything anew on a fresh connection. True when the server answered all of it. */
  async resume(): Promise<boolean> {
    const asked = [...this.#auctions.keys()].map((auctionId) => this.rewatch(auctionId));
    if (this.#listingCount > 0) asked.push(this.#joinListing());
    return (await Promise.all(asked)).every(Boolean);
  }

  async #ask(auctionId: string, watch: Watch): Promise<boolean> {
    const sinceVersion = watch.heldVersion();
    const data = sinceVersion === undefined ? { auctionId } : { auctionId, sinceVersion };
    const answer = await this.#wire.ask("auction:watch", data, ANSWER_MS);
    if (!answer || this.#auctions.get(auctionId) !== watch) return answer !== null;
    if (answer.ok) this.#events.onWatched(auctionId, answer);
    else if (isPassing(answer.error)) setTimeout(() => void this.rewatch(auctionId), retryMs(answer.error));
    else this.#events.onRefused(auctionId, answer.error);
    return true;
  }

  async #joinListing(): Promise<boolean> {
    const answer = await this.#wire.ask("auctions:watch", {}, ANSWER_MS);
    if (!answer || this.#listingCount === 0) return answer !== null;
    if (answer.ok) this.#events.onListingJoined();
    else if (isPassing(answer.error)) {
      setTimeout(() => this.#listingCount > 0 && void this.#joinListing(), retryMs(answer.error));
    }
    return true;
  }
}

const isPassing = ({ code }: ErrorBody) => code === "UNAVAILABLE" || code === "RATE_LIMITED" || code === "INTERNAL";
const retryMs = (error: ErrorBody) => error.retryAfterMs ?? RETRY_MS;

const once = (run: () => void) => {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
};
