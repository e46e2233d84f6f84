// The rules of what a winner or buyer pays, and when: a lot's percentages and payment days, the deposit, the penalty and
// the deadlines. A lot takes the percentages and days that are in force when it opens, and keeps them.
import type { Currency, ExchangeRates, Minor } from "./money.ts";
import { inNairaMinor, percentInNaira, percentOfMinor, worthOfNairaMinor } from "./naira.ts";

/** A buyer must pay a Buy It Now within this time. The auction is paused meanwhile. */
export const BUY_IT_NOW_PAYMENT_MS = 60 * 60 * 1000;
/** A runner-up may accept a second chance for this long. */
export const SECOND_CHANCE_MS = 24 * 60 * 60 * 1000;

export interface LotRules {
  /** The share of the winning bid, or of the Buy It Now price, that is taken from the balance at once. */
  readonly depositPercent: number;
  /** Added to a Buy It Now price. */
  readonly feePercent: number;
  /** The share of the price that is kept if it is not paid in time. */
  readonly forfeitPercent: number;
  /** A win is due after so many business days. */
  readonly paymentDays: number;
}

/** In force where the site set no others. */
export const usualRules: LotRules = { depositPercent: 20, feePercent: 5, forfeitPercent: 10, paymentDays: 3 };

/** The rules of something that took rules. It has none if it took the usual ones. */
export const rulesOf = ({ rules }: { readonly rules?: LotRules | null | undefined }): LotRules => rules ?? usualRules;

/** The part that a winner still has to pay once the whole deposit was taken, in percent of the winning bid. */
export const remainingPercent = ({ depositPercent }: Pick<LotRules, "depositPercent">): number => 100 - depositPercent;

/** "3 business days". */
export const paymentDaysWords = ({ paymentDays }: Pick<LotRules, "paymentDays">): string =>
  `${paymentDays} business ${paymentDays === 1 ? "day" : "days"}`;

/** The amount charged to an NGN balance for an unpaid price, converted for USD, rounded up to a kobo. */
export const forfeitMinor = (
  priceMinor: number,
  currency: Currency,
  rates: ExchangeRates,
  { forfeitPercent }: Pick<LotRules, "forfeitPercent">,
): Minor => percentInNaira(priceMinor, currency, rates, forfeitPercent);

export interface Deposit {
  /** NGN kobo, taken from the balance. */
  readonly takenMinor: Minor;
  /** The deposit is worth this much in the auction's currency. */
  readonly worthMinor: Minor;
}

/**
 * The deposit: the lot's share of the price in naira, or as much of it as the balance has. For a price in dollars,
 * whole cents. Never below zero.
 */
export const depositOf = (
  priceMinor: number,
  currency: Currency,
  balanceMinor: number,
  rates: ExchangeRates,
  { depositPercent }: Pick<LotRules, "depositPercent">,
): Deposit => {
  const wholeMinor = percentInNaira(priceMinor, currency, rates, depositPercent);
  const takenMinor = Math.max(0, Math.min(wholeMinor, balanceMinor)) as Minor;
  const wholeWorth = percentOfMinor(priceMinor, depositPercent);
  if (takenMinor === wholeMinor) return { takenMinor, worthMinor: wholeWorth };
  // Take no more than counts: naira that are worth less than a cent stay on the balance.
  const worthMinor = Math.min(wholeWorth, worthOfNairaMinor(takenMinor, currency, rates)) as Minor;
  return { takenMinor: Math.min(takenMinor, inNairaMinor(worthMinor, currency, rates)) as Minor, worthMinor };
};
