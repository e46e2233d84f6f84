// Amounts as they are shown: in the currency that the user chose (store/currency.ts), and marked if they are converted.
// Fetches the rates of the day for the conversion.
import * as calls from "@jara/shared/calls/currency";
import { type Currency, convertForDisplay, type ExchangeRates, formatMoney } from "@jara/shared/money";
import { useCurrency } from "../store/currency.ts";
import { ask } from "./api.ts";

/** An amount as shown to a user whose currency is `to`. */
export interface Shown {
  amount: number;
  currency: Currency;
  /** True when the amount was converted with a rate, and is therefore approximate. */
  converted: boolean;
}

/** Converts only NGN to USD, for users who chose USD. Any other amount stays in its own currency. */
export const shownIn = (amount: number, currency: Currency, to: Currency, rates: ExchangeRates): Shown => {
  const converted = currency === "NGN" && to === "USD";
  return converted
    ? { amount: convertForDisplay(amount, currency, to, rates), currency: to, converted }
    : { amount, currency, converted };
};

/**
 * Converts an amount of the other currency to about what it is in the one that the user chose; null for an amount of
 * that currency.
 */
export const aboutIn = (amount: number, currency: Currency, to: Currency, rates: ExchangeRates): Shown | null => {
  if (currency === to) return null;
  if (to === "USD") return shownIn(amount, currency, to, rates);
  return { amount: Math.round(amount * rates.USD_TO_NGN * 100) / 100, currency: to, converted: true };
};

/** `₦1,500.00`, or `≈ $1.80` when converted. */
export const shownText = ({ amount, currency, converted }: Shown): string =>
  `${converted ? "≈ " : ""}${formatMoney(amount, currency)}`;

/** Converts amounts to the current display currency, for code that holds text and no elements. */
export const useShownMoney = (): ((amount: number, currency: Currency) => Shown) => {
  const { chosen, rates } = useCurrency();
  return (amount, currency) => shownIn(amount, currency, chosen, rates);
};

const isRate = (rate: number): boolean => Number.isFinite(rate) && rate > 0;

let asked = false;
/** Fetches the rates once per page load. Without an answer the fallback rates stay; that is only logged. */
export const loadRates = async (): Promise<void> => {
  if (asked) return;
  asked = true;
  try {
    const { rates } = await ask(calls.getRates);
    if (!isRate(rates?.NGN_TO_USD) || !isRate(rates.USD_TO_NGN)) throw new Error("these are no rates");
    useCurrency.setState({ rates });
  } catch (error) {
    console.warn("No exchange rates came, the fallback rates are used:", error);
  }
};
