// The price over time as a staircase: from the starting price (or the oldest bid known), a step at each bid
// that counts, up to now.
import type { Auction, Bid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/auction-view";

/** Seconds since the epoch, and the price from then on (major units). */
export interface PriceSteps {
  times: number[];
  prices: number[];
}

type StepAuction = Pick<Auction, "startTime" | "createdAt" | "startingPrice" | "currentPrice">;

export const priceSteps = (auction: StepAuction, bids: readonly Bid[], untilMs: number): PriceSteps => {
  const times: number[] = [];
  const prices: number[] = [];
  /** Several bids of one moment are one step, to the highest. */
  const step = (ms: number, price: number) => {
    const time = ms / 1000;
    const last = times.length - 1;
    if (last >= 0 && time <= (times[last] ?? 0)) prices[last] = Math.max(price, prices[last] ?? 0);
    else {
      times.push(time);
      prices.push(price);
    }
  };
  const oldestFirst = [...bids].sort((a, b) => a.timestamp.localeCompare(b.timestamp) || bidNumber(a) - bidNumber(b));
  if (oldestFirst.length === 0 || oldestFirst.some((bid) => bidNumber(bid) === 1)) {
    step(Date.parse(auction.startTime ?? auction.createdAt), auction.startingPrice);
  }
  const counting = oldestFirst.filter(({ voided }) => !voided);
  for (const bid of counting) step(Date.parse(bid.timestamp), Math.max(bid.amount, prices.at(-1) ?? 0));
  // After a void the price is the replay's, which need not be the last bid's.
  const isVoided = counting.length < oldestFirst.length;
  step(untilMs, (isVoided ? undefined : prices.at(-1)) ?? auction.currentPrice);
  return { times, prices };
};
