// Compares prices of two currencies by what they are worth in naira at the current rate, exactly: the rate is a ratio of
// two whole numbers, and every comparison multiplies whole numbers.
import { type Currency, currencies, type ExchangeRates, type Minor } from "@jara/shared/money";
import { type Column, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type NamedValue, placeholderOf } from "../../../platform/database/statement-text.ts";

/** One dollar is worth `naira / per` naira. Any common multiple of a price's worth serves, because only order matters. */
export interface Ratio {
  readonly naira: bigint;
  readonly per: bigint;
}

/** The rate's decimal digits as a ratio. Ten decimals are more than any provider gives. */
export const ratioOf = ({ USD_TO_NGN }: Pick<ExchangeRates, "USD_TO_NGN">): Ratio => {
  const [whole = "0", decimals = ""] = USD_TO_NGN.toFixed(10).replace(/0+$/, "").split(".");
  return { naira: BigInt(whole + decimals), per: 10n ** BigInt(decimals.length) };
};

/** The factor that turns an amount in this currency into its worth, in units that both currencies share. */
export const factorOf = (currency: Currency, { naira, per }: Ratio): bigint => (currency === "USD" ? naira : per);

/** The lowest and highest price (minor units of the auction's currency) that a filter lets through. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}
export type LimitsByCurrency = Readonly<Record<Currency, Limits>>;

export interface AskedLimits {
  readonly minMinor: Minor | null;
  readonly maxMinor: Minor | null;
  /** The currency of the two amounts. */
  readonly currency: Currency;
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const clamped = (amount: bigint): number => Number(amount > LARGEST ? LARGEST : amount);

/** The limits in each currency: a price is within them if and only if its worth lies between those of the two amounts. */
export const limitsOf = ({ minMinor, maxMinor, currency }: AskedLimits, ratio: Ratio): LimitsByCurrency => {
  const from = factorOf(currency, ratio);
  const inCurrency = (to: Currency): Limits => {
    const factor = factorOf(to, ratio);
    return {
      least: minMinor === null ? 0 : clamped((BigInt(minMinor) * from + factor - 1n) / factor),
      most: maxMinor === null ? Number.MAX_SAFE_INTEGER : clamped((BigInt(maxMinor) * from) / factor),
    };
  };
  return { NGN: inCurrency("NGN"), USD: inCurrency("USD") };
};

/** The values of the placeholders that the expressions below use. */
export const worthValues = (ratio: Ratio, limits: LimitsByCurrency | null) => ({
  ngnFactor: String(factorOf("NGN", ratio)),
  usdFactor: String(factorOf("USD", ratio)),
  ...(limits && {
    ngnLeast: limits.NGN.least,
    ngnMost: limits.NGN.most,
    usdLeast: limits.USD.least,
    usdMost: limits.USD.most,
  }),
});

const names = {
  NGN: { factor: "ngnFactor", least: "ngnLeast", most: "ngnMost" },
  USD: { factor: "usdFactor", least: "usdLeast", most: "usdMost" },
} as const;

const bigint = (name: string, value: NamedValue): SQL => sql`${value(name)}::bigint`;
export const leastOf = (currency: Currency, value = placeholderOf): SQL => bigint(names[currency].least, value);
export const mostOf = (currency: Currency, value = placeholderOf): SQL => bigint(names[currency].most, value);

/** The worth of a price whose currency is known. */
export const worthIn = (currency: Currency, price: SQLWrapper): SQL =>
  sql`(${price} * ${sql.placeholder(names[currency].factor)}::numeric)`;

const byCurrency = (currency: Column, ngn: SQL, usd: SQL): SQL =>
  sql`case ${currency} when 'USD' then ${usd} else ${ngn} end`;

export const worthOf = (price: SQLWrapper, currency: Column): SQL =>
  sql`(${price} * ${byCurrency(currency, sql`${sql.placeholder("ngnFactor")}::numeric`, sql`${sql.placeholder("usdFactor")}::numeric`)})`;

/** The condition that a price lies within the limits of its currency. */
export const isWithinLimits = (price: SQLWrapper, currency: Column, value = placeholderOf): SQL => {
  const least = byCurrency(currency, leastOf("NGN", value), leastOf("USD", value));
  const most = byCurrency(currency, mostOf("NGN", value), mostOf("USD", value));
  return sql`${price} between ${least} and ${most}`;
};

/** The currencies that a filter leaves. */
export const currenciesOf = (wanted: Currency | undefined): readonly Currency[] => (wanted ? [wanted] : currencies);
