// The price over time as steps: from the starting price (or the oldest known bid), one step for each valid bid, up to
// now.
import type { Auction, Bid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/fold-auction";

/** Times in seconds since the epoch; each price (major units) applies from its time on. */
export interface PriceSteps {
  times: number[];
  prices: number[];
}

type StepAuction = Pick<Auction, "startTime" | "createdAt" | "startingPrice" | "currentPrice">;

export const priceSteps = (auction: StepAuction, bids: readonly Bid[], untilMs: number): PriceSteps => {
  const times: number[] = [];
  const prices: number[] = [];
  /** Several bids at the same moment make one step, to the highest. */
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
  // After a void the price comes from the replay and may differ from the last bid.
  const isVoided = counting.length < oldestFirst.length;
  step(untilMs, (isVoided ? undefined : prices.at(-1)) ?? auction.currentPrice);
  return { times, prices };
};
