// Rules that server and client must agree on to the kobo: the minimum bid and the balance a bid needs.
// The server decides; the client uses them to say beforehand what the server would say.
import type { Currency, ExchangeRates, Minor } from "./money.ts";

/** P + I, also for the first bid (spec section 5). */
export const minimumBidMinor = (priceMinor: Minor, incrementMinor: Minor): Minor =>
  (priceMinor + incrementMinor) as Minor;

/** Share of the price (or maximum) that must be there as balance, in percent. */
export const REQUIRED_BALANCE_PERCENT = 20;
export const BUY_IT_NOW_FEE_PERCENT = 5;
export const FORFEIT_PERCENT = 10;
/** What a winner still has to pay, in percent of the winning bid. */
export const REMAINING_PERCENT = 80;
/** How long a Buy It Now payment may take; the auction stands still meanwhile. */
export const BUY_IT_NOW_PAYMENT_MS = 60 * 60 * 1000;
/** Buy It Now needs more than this left. */
export const BUY_IT_NOW_MIN_LEFT_MS = 60 * 60 * 1000;

/** `percent` of an amount, rounded up to a whole minor unit. */
export const percentOfMinor = (amountMinor: number, percent: number): Minor =>
  Math.ceil((amountMinor * percent) / 100) as Minor;

/** The NGN balance needed for an amount in the auction's currency: 20%, converted for USD, rounded up to a kobo. */
export const requiredBalanceMinor = (amountMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  percentInNaira(amountMinor, currency, rates, REQUIRED_BALANCE_PERCENT);

/** What is taken off an NGN balance for a price that was not paid: 10%, converted for USD, rounded up to a kobo. */
export const forfeitMinor = (priceMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  percentInNaira(priceMinor, currency, rates, FORFEIT_PERCENT);

const percentInNaira = (amountMinor: number, currency: Currency, rates: ExchangeRates, percent: number): Minor => {
  const inNaira = currency === "NGN" ? amountMinor : amountMinor * rates.USD_TO_NGN;
  // Four decimals of a kobo: enough to keep 0.30000000000000004 from costing a kobo.
  return Math.ceil(Number(((inNaira * percent) / 100).toFixed(4))) as Minor;
};
