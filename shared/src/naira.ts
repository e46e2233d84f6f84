// Shares of an amount, and conversions between naira and an auction's currency. Server and client must agree to the kobo.
import { type BasisPoints, shareOfMinor, toBasisPoints } from "./basis-points.ts";
import type { Currency, ExchangeRates, Minor } from "./money.ts";

/** A share of an amount in NGN kobo, rounded up. Exact for naira. */
export const shareInNaira = (
  amountMinor: number,
  currency: Currency,
  rates: ExchangeRates,
  points: BasisPoints,
): Minor => {
  if (currency === "NGN") return shareOfMinor(amountMinor, points);
  // Round to four decimals of a kobo first, so that 0.30000000000000004 does not cost a whole kobo more.
  return Math.ceil(Number(((amountMinor * rates.USD_TO_NGN * points) / 10_000).toFixed(4))) as Minor;
};

const whole = toBasisPoints(100);

/** An amount in NGN kobo at these rates, rounded up to a kobo. */
export const inNairaMinor = (amountMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  shareInNaira(amountMinor, currency, rates, whole);

/** Converts NGN kobo to the auction's currency at these rates, rounded down. */
export const worthOfNairaMinor = (ngnMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  Math.floor(Number((currency === "NGN" ? ngnMinor : ngnMinor / rates.USD_TO_NGN).toFixed(4))) as Minor;
