// Converts amounts from one currency to the other with the server's exchange rates.
import { type Currency, type ExchangeRates, isWireAmount, toMinor } from "@jara/shared/money";

/** The price of one unit of `from` in `to`. */
export const rateOf = (from: Currency, to: Currency, rates: ExchangeRates): number => {
  if (from === to) return 1;
  return from === "NGN" ? rates.NGN_TO_USD : rates.USD_TO_NGN;
};

/** Converts `amount` (major units, at least 0). The result has two decimals; half a minor unit is rounded up. */
export const convert = (amount: number, from: Currency, to: Currency, rates: ExchangeRates): number => {
  if (!isWireAmount(amount)) throw new RangeError(`not an amount: ${amount}`);
  // 100 × 1.005 is 100.49999999999999 in binary. Round to 15 digits, which a double represents exactly.
  const minor = Number((toMinor(amount) * rateOf(from, to, rates)).toPrecision(15));
  return Math.round(minor) / 100;
};
