// The interface of every contender, so that they can run alternately on the same database.
import type { Histogram } from "hdr-histogram-js";

/** The step of each bid in the bench, which is always the lowest valid bid, by the next bidder. */
export const INCREMENT_MINOR = 100;
export const STARTING_PRICE_MINOR = 10_000;

export interface Contender {
  readonly name: string;
  /**
   * Bids for about `ms` and adds each bid's milliseconds from sending to answer to `latencies`. Returns the number of
   * bids and the time taken.
   */
  run(ms: number, latencies: Histogram): Promise<{ bids: number; ms: number }>;
  close(): Promise<void>;
}

export interface Participants {
  readonly auctionIds: readonly string[];
  readonly bidderIds: readonly string[];
}

/** Returns the elements in rotation. Over 1,000 auctions this spreads a batch over as many of them as it can hold. */
export const roundRobin = <T>(all: readonly T[]): (() => T) => {
  let at = 0;
  return () => all[at++ % all.length] as T;
};
