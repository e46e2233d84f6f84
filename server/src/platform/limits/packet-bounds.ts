// What one connection may send, whatever its packets are: commands, acknowledgements, connects, pings, binary, nothing.
// A connection lives at one node, so these buckets are its own and nobody else is told of them.

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A page sends a packet now and then, and one for each auction it watches when it is back. */
export const PACKETS_OF_CONNECTION: Rate = { burst: 300, perSecond: 100 };
/** Bounds what packets do not: fragments of messages that never end. A hundred commands are 20 kB. */
export const BYTES_OF_CONNECTION: Rate = { burst: 128 * 1024, perSecond: 64 * 1024 };
/** Handled as they arrive. A connection that sends faster takes turns with the others that do, so that bids stay fast. */
export const PACKETS_AT_ONCE: Rate = { burst: 5, perSecond: 20 };
/** A connection that has more packets waiting here is closed. More than a whole burst: that much may come at once. */
export const PACKETS_WAITING = 400;
/** A connection that is over its allowance for longer is closed. */
export const OVER_AT_MOST_MS = 5_000;
/** A connection that was within its allowance for so long starts anew. */
export const CALM_AFTER_MS = 1_000;

/** A leaking bucket. */
export class Bucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #used = 0;
  #at: number;

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#at = now();
  }

  /** 0 where one more fits, else how long until it does (ms). Charges nothing. */
  waitMs(): number {
    this.#leak();
    return Math.max(0, Math.ceil(((this.#used + 1 - this.#rate.burst) / this.#rate.perSecond) * 1000 - 1e-6));
  }

  /** Charges them whether they fit or not. */
  charge(count = 1): void {
    this.#leak();
    this.#used += count;
  }

  #leak(): void {
    const now = this.#now();
    this.#used = Math.max(0, this.#used - ((now - this.#at) / 1000) * this.#rate.perSecond);
    this.#at = now;
  }
}
