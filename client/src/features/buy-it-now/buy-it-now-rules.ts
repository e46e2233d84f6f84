// What can be said of Buy It Now before asking the server (spec section 5): the amounts, and what stands in the way.
// The server decides; these only spare a trip and a disappointment.
import type { Auction } from "@jara/shared/auction";
import {
  BUY_IT_NOW_FEE_PERCENT,
  BUY_IT_NOW_MIN_LEFT_MS,
  forfeitMinor,
  percentOfMinor,
  requiredBalanceMinor,
} from "@jara/shared/bidding-rules";
import { type ExchangeRates, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { User } from "@jara/shared/users";

export const FAILED = "Failed to process Buy It Now";
export const HINT_ENDING_SOON = "Not available when auction ends in 1 hour or less";
export const PAUSED_FOR_PAYMENT = "Auction Paused - temporarily paused for Buy It Now payment processing";

/** Price, fee and total in the auction's currency; `required` and `penalty` in NGN, the balance's currency. */
export interface BuyItNowTerms {
  price: number;
  fee: number;
  total: number;
  required: number;
  penalty: number;
}

export const termsOf = (
  { buyItNowPrice, currency }: Pick<Auction, "buyItNowPrice" | "currency">,
  rates: ExchangeRates,
): BuyItNowTerms | null => {
  if (buyItNowPrice === null) return null;
  const priceMinor = toMinor(buyItNowPrice);
  const feeMinor = percentOfMinor(priceMinor, BUY_IT_NOW_FEE_PERCENT);
  return {
    price: buyItNowPrice,
    fee: toMajor(feeMinor),
    total: toMajor(priceMinor + feeMinor),
    required: toMajor(requiredBalanceMinor(priceMinor, currency, rates)),
    penalty: toMajor(forfeitMinor(priceMinor, currency, rates)),
  };
};

export type Obstacle = "ending-soon" | "insufficient-balance";

/** What of time and balance stands in the way of a verified bidder on an active auction; null: nothing. */
export const obstacleOf = (
  { endTime }: Pick<Auction, "endTime">,
  { required }: Pick<BuyItNowTerms, "required">,
  { balance }: Pick<User, "balance">,
  nowMs: number,
): Obstacle | null => {
  if (Date.parse(endTime) - nowMs <= BUY_IT_NOW_MIN_LEFT_MS) return "ending-soon";
  return balance < required ? "insufficient-balance" : null;
};

export const hintOf = (obstacle: Obstacle, required: number): string =>
  obstacle === "ending-soon"
    ? HINT_ENDING_SOON
    : `Requires ${formatMoney(required, "NGN")} balance (20% of Buy It Now price)`;

export const warningOf = (
  obstacle: Obstacle,
  { endTime }: Pick<Auction, "endTime">,
  required: number,
  balance: number,
  nowMs: number,
): string => {
  if (obstacle === "ending-soon") {
    const minutes = Math.max(0, Math.floor((Date.parse(endTime) - nowMs) / 60_000));
    const left = `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
    return `Buy It Now is not available when the auction ends in 1 hour or less. This auction ends in ${left}.`;
  }
  const needed = formatMoney(required, "NGN");
  const held = formatMoney(balance, "NGN");
  return `Insufficient balance. You need at least ${needed} (20% of Buy It Now price) to use this feature. Your current balance: ${held}`;
};
