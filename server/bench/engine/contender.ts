// What every contender is given and gives back, so that they can take turns on the same database.
import type { Histogram } from "hdr-histogram-js";

/** A bid of the bench: always the lowest valid one, by the next bidder. */
export const INCREMENT_MINOR = 100;
export const STARTING_PRICE_MINOR = 10_000;

export interface Contender {
  readonly name: string;
  /** Bids for about `ms`, adds each bid's milliseconds from sending to answer to `latencies`, and returns the rate. */
  run(ms: number, latencies: Histogram): Promise<{ bids: number; ms: number }>;
  close(): Promise<void>;
}

export interface Field {
  readonly auctionIds: readonly string[];
  readonly bidderIds: readonly string[];
}

/** Round and round: over 1,000 auctions this spreads a batch over as many of them as it can hold. */
export const inTurn = <T>(all: readonly T[]): (() => T) => {
  let at = 0;
  return () => all[at++ % all.length] as T;
};
