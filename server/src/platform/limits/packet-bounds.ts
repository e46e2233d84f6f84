// The limits on the packets and bytes of one connection, and the leaking bucket that measures them. Packets of every
// kind count: commands, acknowledgements, connects, pings, binary and empty ones. A connection exists at one node, so
// its buckets are not shared with other nodes.

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A page sends a packet now and then, and one for each watched auction after a reconnect. */
export const PACKETS_OF_CONNECTION: Rate = { burst: 300, perSecond: 100 };
/** Limits what the packet limit does not: fragments of messages that never end. A hundred commands are 20 kB. */
export const BYTES_OF_CONNECTION: Rate = { burst: 128 * 1024, perSecond: 64 * 1024 };
/**
 * Packets handled as they arrive. A connection that sends faster alternates with other such connections, so that bids
 * stay fast.
 */
export const PACKETS_AT_ONCE: Rate = { burst: 5, perSecond: 20 };
/**
 * A connection with more waiting packets is closed. The number exceeds a whole burst, because a burst may arrive at
 * once.
 */
export const PACKETS_WAITING = 400;
/** A connection that exceeds its allowance for longer is closed. */
export const OVER_AT_MOST_MS = 5_000;
/** After this time within its allowance, a connection's time over it counts from zero again. */
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

  /** Returns 0 if one more fits, else how long until it does (ms). Charges nothing. */
  waitMs(): number {
    this.#leak();
    return Math.max(0, Math.ceil(((this.#used + 1 - this.#rate.burst) / this.#rate.perSecond) * 1000 - 1e-6));
  }

  /** Charges `count`, whether or not it fits. */
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
