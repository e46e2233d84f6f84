// Rules on which server and client must agree to the kobo: the minimum bid and the balance that a bid needs. The server
// decides; the client uses them to predict the server's answer.
import type { LotRules } from "./lot-rules.ts";
import type { Currency, ExchangeRates, Minor } from "./money.ts";

/** Price plus increment, also for the first bid (spec section 5). */
export const minimumBidMinor = (priceMinor: Minor, incrementMinor: Minor): Minor =>
  (priceMinor + incrementMinor) as Minor;

/**
 * The share of the price (or maximum) that is needed as balance, in percent. Constant, unlike a lot's percentages: bids on
 * several lots compare with one balance. No deposit and no penalty is larger (rest/site-settings.ts).
 */
export const REQUIRED_BALANCE_PERCENT = 20;
/** A runner-up may accept a second chance for this long. */
export const SECOND_CHANCE_MS = 24 * 60 * 60 * 1000;
/** A buyer must pay a Buy It Now within this time. The auction is paused meanwhile. */
export const BUY_IT_NOW_PAYMENT_MS = 60 * 60 * 1000;
/** Buy It Now is available only with more than this left. */
export const BUY_IT_NOW_MIN_LEFT_MS = 60 * 60 * 1000;

/** `percent` of an amount, rounded up to a whole minor unit. */
export const percentOfMinor = (amountMinor: number, percent: number): Minor =>
  Math.ceil((amountMinor * percent) / 100) as Minor;

/** The NGN balance needed for an amount in the auction's currency: 20%, converted for USD, rounded up to a kobo. */
export const requiredBalanceMinor = (amountMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  percentInNaira(amountMinor, currency, rates, REQUIRED_BALANCE_PERCENT);

/** The amount charged to an NGN balance for an unpaid price, converted for USD, rounded up to a kobo. */
export const forfeitMinor = (
  priceMinor: number,
  currency: Currency,
  rates: ExchangeRates,
  { forfeitPercent }: Pick<LotRules, "forfeitPercent">,
): Minor => percentInNaira(priceMinor, currency, rates, forfeitPercent);

/** An amount in NGN kobo at these rates, rounded up to a kobo. */
export const inNairaMinor = (amountMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  percentInNaira(amountMinor, currency, rates, 100);

/** Converts NGN kobo to the auction's currency at these rates, rounded down. */
export const worthOfNairaMinor = (ngnMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  Math.floor(Number((currency === "NGN" ? ngnMinor : ngnMinor / rates.USD_TO_NGN).toFixed(4))) as Minor;

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

/** A share of an amount in NGN kobo, rounded up. */
export const percentInNaira = (
  amountMinor: number,
  currency: Currency,
  rates: ExchangeRates,
  percent: number,
): Minor => {
  const inNaira = currency === "NGN" ? amountMinor : amountMinor * rates.USD_TO_NGN;
  // Round to four decimals of a kobo first, so that 0.30000000000000004 does not cost a whole kobo more.
  return Math.ceil(Number(((inNaira * percent) / 100).toFixed(4))) as Minor;
};
