// The budget of an address and of a user, in milliseconds of the thread that answers bids. Everything that an outsider
// can ask for is charged here before any work: REST calls, pages, files and live commands. The nodes share the budget.
import type { Asked, Limit, Limiter } from "./limiter.ts";

export interface Payer {
  readonly address: string;
  /** Null for a visitor. */
  readonly userId: string | null;
  /**
   * Bids, payments and log-ins have a budget of their own, so that a neighbour behind the same address who floods reads
   * cannot use up what they need.
   */
  readonly isUrgent?: boolean;
}

export interface TimeBudget {
  /** Returns 0 if the work may run, and charges it. Otherwise returns how long to wait (ms), and charges nothing. */
  take(payer: Payer, costMs: number): number;
  /** Returns what `take` would return for a visitor of the address, but charges nothing. */
  waitMs(payer: Payer, costMs: number): number;
  /** The address's whole budget, what is left of it, and how long until all of it is back. */
  leftOf(payer: Payer): { readonly limitMs: number; readonly leftMs: number; readonly wholeInMs: number };
  /**
   * Charges what the work took beyond the cost that `take` was given, for example by the events that were replayed. So
   * `take` is given the least that the work can cost.
   */
  add(payer: Payer, moreMs: number): void;
}

/**
 * Opening a page costs about 50 ms. A mobile network may have one address for a whole neighbourhood: a hundred people
 * who open a page in the same moment stay within the burst, and two hundred a minute stay within the rate. What all
 * addresses together may take of the thread is bounded by admission.ts.
 */
export const TIME_OF_ADDRESS: Limit = { name: "time of an address", burst: 6_000, perSecond: 200 };
/** Twenty pages that are opened again at once are a second. */
export const TIME_OF_USER: Limit = { name: "time of a user", burst: 3_000, perSecond: 100 };
const URGENT_OF_ADDRESS: Limit = { ...TIME_OF_ADDRESS, name: "urgent time of an address" };
const URGENT_OF_USER: Limit = { ...TIME_OF_USER, name: "urgent time of a user" };

const ofAddress = ({ isUrgent }: Payer): Limit => (isUrgent ? URGENT_OF_ADDRESS : TIME_OF_ADDRESS);
const charges = (payer: Payer, ms: number): Asked[] => {
  const { address, userId, isUrgent } = payer;
  const asked: Asked = [ofAddress(payer), address, ms];
  return userId === null ? [asked] : [asked, [isUrgent ? URGENT_OF_USER : TIME_OF_USER, userId, ms]];
};

export const createTimeBudget = (limiter: Limiter): TimeBudget => ({
  take: (payer, costMs) => limiter.take(...charges(payer, costMs)),
  waitMs: (payer, costMs) => limiter.waitMs(ofAddress(payer), payer.address, costMs),
  leftOf: (payer) => {
    const limit = ofAddress(payer);
    const leftMs = limiter.left(limit, payer.address);
    return { limitMs: limit.burst, leftMs, wholeInMs: ((limit.burst - leftMs) / limit.perSecond) * 1000 };
  },
  add: (payer, moreMs) => limiter.add(...charges(payer, moreMs)),
});
