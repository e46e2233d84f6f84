// Shares of an amount, and conversions between naira and an auction's currency. Server and client must agree to the kobo.
import type { Currency, ExchangeRates, Minor } from "./money.ts";

/** `percent` of an amount, rounded up to a whole minor unit. */
export const percentOfMinor = (amountMinor: number, percent: number): Minor =>
  Math.ceil((amountMinor * percent) / 100) as Minor;

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

/** An amount in NGN kobo at these rates, rounded up to a kobo. */
export const inNairaMinor = (amountMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  percentInNaira(amountMinor, currency, rates, 100);

/** Converts NGN kobo to the auction's currency at these rates, rounded down. */
export const worthOfNairaMinor = (ngnMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  Math.floor(Number((currency === "NGN" ? ngnMinor : ngnMinor / rates.USD_TO_NGN).toFixed(4))) as Minor;
