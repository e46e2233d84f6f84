// Merges the changes of each auction's price and, in a soft close, of its end, so that its room is sent at most one
// event per interval. The last state is always sent.
import type { AuctionState } from "../auction/state.ts";
import type { TimedBid } from "../auction/view/to-public.ts";

/** A price event holds its 20 newest bids; older merged ones are in the history. */
const BIDS_KEPT = 20;

interface Unsent {
  /** The newest merged state. */
  state: AuctionState;
  fromVersion: number;
  bids: TimedBid[];
  /** The commit time of the oldest merged change, epoch ms by the database's clock. */
  readonly since: number;
  changes: number;
  /** The end, epoch ms, before the first of these changes that moved it; null if none did. */
  endBefore: number | null;
}

/** The data that a caller of `add` gives beside the state. */
export interface Added {
  /** When the state was committed, epoch ms by the database's clock. */
  readonly at: number;
  readonly bids?: readonly TimedBid[];
  /** The oldest version that this state adds; absent if it adds only its own. */
  readonly fromVersion?: number;
  /** The end before this state, epoch ms, if the state moved the end. */
  readonly endBefore?: number | null;
}

/**
 * Merges states and sends at most one per interval and auction: at once after a quiet time, otherwise when the interval
 * ends.
 */
export class PriceThrottle {
  readonly #unsent = new Map<string, Unsent>();
  readonly #lastSent = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #everyMs: (state: AuctionState) => number;
  readonly #send: (unsent: Unsent) => void;
  readonly #isHeld: (auctionId: string) => boolean;

  /**
   * `everyMs`: the interval, which may depend on the auction's state. `isHeld`: true for an auction whose state waits
   * longer than the interval, until `settle` is called once it is no longer held, or until `flush`.
   */
  constructor(
    everyMs: number | ((state: AuctionState) => number),
    send: (unsent: Unsent) => void,
    isHeld: (auctionId: string) => boolean = () => false,
  ) {
    this.#everyMs = typeof everyMs === "number" ? () => everyMs : everyMs;
    this.#send = send;
    this.#isHeld = isHeld;
  }

  add(state: AuctionState, { at, bids = [], fromVersion = state.version, endBefore = null }: Added): void {
    const unsent = this.#unsent.get(state.id);
    // Ignore a state that is older than the waiting one: it was read before that one's commit and arrived after it.
    if (unsent && unsent.state.version > state.version) return;
    if (unsent) {
      unsent.state = state;
      unsent.changes += 1;
      unsent.endBefore ??= endBefore;
      unsent.bids.push(...bids);
      if (unsent.bids.length > BIDS_KEPT) unsent.bids.splice(0, unsent.bids.length - BIDS_KEPT);
    } else {
      this.#unsent.set(state.id, { state, fromVersion, bids: [...bids], since: at, changes: 1, endBefore });
    }
  }

  /** The first version of the state that waits to be sent. */
  unsentFrom(auctionId: string): number | undefined {
    return this.#unsent.get(auctionId)?.fromVersion;
  }

  /** Sends what may be sent now and sets a timer for the rest. */
  settle(auctionId: string): void {
    const unsent = this.#unsent.get(auctionId);
    if (!unsent || this.#timers.has(auctionId)) return;
    const waitMs =
      (this.#lastSent.get(auctionId) ?? Number.NEGATIVE_INFINITY) + this.#everyMs(unsent.state) - performance.now();
    if (waitMs <= 0) this.#sendUnlessHeld(auctionId);
    else
      this.#timers.set(
        auctionId,
        setTimeout(() => this.#sendUnlessHeld(auctionId), waitMs),
      );
  }

  #sendUnlessHeld(auctionId: string): void {
    if (this.#isHeld(auctionId)) {
      clearTimeout(this.#timers.get(auctionId));
      this.#timers.delete(auctionId);
    } else this.flush(auctionId);
  }

  flush(auctionId: string): void {
    clearTimeout(this.#timers.get(auctionId));
    this.#timers.delete(auctionId);
    const unsent = this.#unsent.get(auctionId);
    if (!unsent) return;
    this.#unsent.delete(auctionId);
    this.#lastSent.set(auctionId, performance.now());
    if (this.#lastSent.size > 10_000) this.#lastSent.clear();
    this.#send(unsent);
  }

  /** Drops the waiting state, because nobody is left to get it. */
  discard(auctionId: string): void {
    clearTimeout(this.#timers.get(auctionId));
    this.#timers.delete(auctionId);
    this.#unsent.delete(auctionId);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
