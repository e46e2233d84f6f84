// The checks of Buy It Now before asking the server (spec section 5): the amounts, and the obstacles. The server
// decides; these save a round trip and a disappointment.

import type { Auction } from "@jara/shared/auction";
import { shareOfMinor } from "@jara/shared/basis-points";
import { BUY_IT_NOW_MIN_LEFT_MS, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ExchangeRates, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { type PercentRules, percentsOf, toLotRules } from "@jara/shared/payment-rules";
import type { BuyItNowReason } from "@jara/shared/rest/buy-it-now";
import type { User } from "@jara/shared/users";

export const FAILED = "Failed to process Buy It Now";
export const HINT_ENDING_SOON = "Not available when auction ends in 1 hour or less";
export const PAUSED_FOR_PAYMENT = "Auction Paused - temporarily paused for Buy It Now payment processing";

/** Amounts in the auction's currency; `required` in NGN, the balance's currency. The percentages are the lot's own. */
export interface BuyItNowTerms extends PercentRules {
  price: number;
  fee: number;
  total: number;
  deposit: number;
  /** The amount that is due after the deposit. */
  remaining: number;
  penalty: number;
  required: number;
}

export const termsOf = (
  { buyItNowPrice, currency, ...lot }: Pick<Auction, "buyItNowPrice" | "currency" | "rules">,
  rates: ExchangeRates,
): BuyItNowTerms | null => {
  if (buyItNowPrice === null) return null;
  const priceMinor = toMinor(buyItNowPrice);
  const percents = percentsOf(lot);
  const rules = toLotRules(percents);
  const feeMinor = shareOfMinor(priceMinor, rules.feeBasisPoints);
  const depositMinor = shareOfMinor(priceMinor, rules.depositBasisPoints);
  return {
    ...percents,
    price: buyItNowPrice,
    fee: toMajor(feeMinor),
    total: toMajor(priceMinor + feeMinor),
    deposit: toMajor(depositMinor),
    remaining: toMajor(priceMinor + feeMinor - depositMinor),
    penalty: toMajor(shareOfMinor(priceMinor, rules.forfeitBasisPoints)),
    required: toMajor(requiredBalanceMinor(priceMinor, currency, rates)),
  };
};

/** True for a person who may buy, whatever prevents it now (`obstacleOf`). */
export const isBuyer = (
  { status, seller }: Pick<Auction, "status" | "seller">,
  user: Pick<User, "_id" | "isEmailVerified"> | null,
): boolean => status === "active" && user !== null && user.isEmailVerified && user._id !== seller._id;

/** The message for each reason that only the server knows. */
const sentences = {
  "conflict-of-interest": "You cannot buy this lot: you have an interest in it.",
  "account-closing": "You asked us to delete your account, so it cannot buy.",
  "bids-voided": "Your bids on this lot no longer count, so you cannot buy it.",
  "unpaid-wins": "You did not pay for lots that you won. Please contact us.",
  "purchase-open": "You already have a purchase to pay. Pay it before you buy something else.",
  "forfeited-before":
    "Not available: you did not pay a Buy It Now in the last 30 days, or two buyers did not pay for this lot.",
} as const satisfies Partial<Record<BuyItNowReason, string>>;
const PRICE_REACHED = "Buy It Now is over: the bids have reached its price without the fee.";

type ServerObstacle = keyof typeof sentences;
export type Obstacle = "ending-soon" | "insufficient-balance" | "price-reached" | ServerObstacle;

const isServerObstacle = (reason: BuyItNowReason | null): reason is ServerObstacle =>
  reason !== null && reason in sentences;

/**
 * Returns what prevents a verified bidder from buying on an active auction, or null. Price, time and balance are those
 * on the page; `reason` is what the server last said about everything else.
 */
export const obstacleOf = (
  { endTime, currentPrice, buyItNowPrice }: Pick<Auction, "endTime" | "currentPrice" | "buyItNowPrice">,
  { required }: Pick<BuyItNowTerms, "required">,
  { balance }: Pick<User, "balance">,
  nowMs: number,
  reason: BuyItNowReason | null = null,
): Obstacle | null => {
  if (isServerObstacle(reason)) return reason;
  if (buyItNowPrice !== null && currentPrice >= buyItNowPrice) return "price-reached";
  if (Date.parse(endTime) - nowMs <= BUY_IT_NOW_MIN_LEFT_MS) return "ending-soon";
  return balance < required ? "insufficient-balance" : null;
};

export const hintOf = (obstacle: Obstacle, required: number): string => {
  if (obstacle === "ending-soon") return HINT_ENDING_SOON;
  if (obstacle === "price-reached") return PRICE_REACHED;
  if (obstacle !== "insufficient-balance") return sentences[obstacle];
  return `Requires ${formatMoney(required, "NGN")} balance (20% of Buy It Now price)`;
};

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
  if (obstacle !== "insufficient-balance") return hintOf(obstacle, required);
  const needed = formatMoney(required, "NGN");
  const held = formatMoney(balance, "NGN");
  return `Insufficient balance. You need at least ${needed} (20% of Buy It Now price) to use this feature. Your current balance: ${held}`;
};
