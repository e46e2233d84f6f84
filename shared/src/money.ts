// Money. Inside the system an amount is a whole number of minor units (kobo, cents); on the wire it is a JSON number of
// major units with at most two decimals. toMinor and toMajor are the only conversions; no other code may multiply by
// 100.

declare const minor: unique symbol;
/** A whole number of minor units: kobo for NGN, cents for USD. */
export type Minor = number & { readonly [minor]: true };

export const currencies = ["NGN", "USD"] as const;
export type Currency = (typeof currencies)[number];
export const currencySymbols: Record<Currency, string> = { NGN: "₦", USD: "$" };

/** 10,000,000,000.00: the largest amount any call accepts (major units). */
export const MAX_AMOUNT = 10_000_000_000;

/** Used until a rate provider answers, and whenever it does not (spec section 9). */
export const fallbackRates = { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 } as const;
export interface ExchangeRates {
  NGN_TO_USD: number;
  USD_TO_NGN: number;
}

export const asMinor = (whole: number): Minor => {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number of minor units: ${whole}`);
  return whole as Minor;
};

const decimal = /^(\d+)(?:\.(\d{1,2}))?$/;

/**
 * True for a finite number, at least 0, at most MAX_AMOUNT, with at most two decimals. Exact, because it checks the
 * decimal digits.
 */
export const isWireAmount = (amount: number): boolean => amount <= MAX_AMOUNT && decimal.test(String(amount));

/** Converts major units to minor units, exactly. Throws RangeError if `isWireAmount` is false. */
export const toMinor = (amount: number): Minor => {
  const digits = amount <= MAX_AMOUNT ? decimal.exec(String(amount)) : null;
  if (!digits) throw new RangeError(`not an amount: ${amount}`);
  return (Number(digits[1]) * 100 + Number((digits[2] ?? "").padEnd(2, "0"))) as Minor;
};

/** Converts minor units to major units for the wire. May be negative (a balance after a forfeit). */
export const toMajor = (amountMinor: number): number => amountMinor / 100;

/** The exact sum of amounts in major units, also of negative ones. Added as they are, they could miss a minor unit. */
export const addAmounts = (...amounts: readonly number[]): number =>
  toMajor(amounts.reduce((minor, amount) => minor + Math.round(amount * 100), 0));

/**
 * Created once, because a formatter per call costs a hundred times as much, and refusals on a busy auction contain an
 * amount.
 */
const figuresFormat = new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `₦1,234.50`: always two decimals (spec section 1). */
export const formatMoney = (amount: number, currency: Currency): string => {
  const figures = figuresFormat.format(Math.abs(amount));
  return `${amount < 0 ? "-" : ""}${currencySymbols[currency]}${figures}`;
};

/** Converts NGN to USD; any other pair is left unchanged (spec section 9). Rounded to two decimals. */
export const convertForDisplay = (amount: number, from: Currency, to: Currency, rates: ExchangeRates): number =>
  from === "NGN" && to === "USD" ? Math.round(amount * rates.NGN_TO_USD * 100) / 100 : amount;
