// The rules of what a winner or buyer pays, and when: a lot's percentages and payment days, the deposit, the penalty and
// the deadlines. A lot takes the percentages and days that are in force when it opens, and keeps them.
import type { BuyersPremium } from "./auction.ts";
import { type BasisPoints, shareOfMinor, toBasisPoints, toPercent } from "./basis-points.ts";
import type { Currency, ExchangeRates, Minor } from "./money.ts";
import { inNairaMinor, shareInNaira, worthOfNairaMinor } from "./naira.ts";

/** A buyer must pay a Buy It Now within this time. The auction is paused meanwhile. */
export const BUY_IT_NOW_PAYMENT_MS = 60 * 60 * 1000;
/** A runner-up may accept a second chance for this long. */
export const SECOND_CHANCE_MS = 24 * 60 * 60 * 1000;

export interface LotRules {
  /** The share of the winning bid, or of the Buy It Now price, that is taken from the balance at once. */
  readonly depositBasisPoints: BasisPoints;
  /** Added to a Buy It Now price. */
  readonly feeBasisPoints: BasisPoints;
  /** The share of the price that is kept if it is not paid in time. */
  readonly forfeitBasisPoints: BasisPoints;
  /** The buyer's premium: the share of the winning bid that is added to it. */
  readonly premiumBasisPoints: BasisPoints;
  /** The VAT on the premium, as a share of the premium. */
  readonly vatBasisPoints: BasisPoints;
  /** A win is due after so many business days. */
  readonly paymentDays: number;
}

/** The rules on the wire, in settings and in mails: percentages with at most two decimals. */
export interface PercentRules {
  readonly depositPercent: number;
  readonly feePercent: number;
  readonly forfeitPercent: number;
  /** Absent in what older servers wrote: 0. */
  readonly premiumPercent?: number;
  readonly vatPercent?: number;
  readonly paymentDays: number;
}

/**
 * The rules in the database. Basis points count. Rows of older servers have the percentages alone, and those servers
 * read them from every row.
 */
export type StoredRules = PercentRules & Partial<LotRules>;

/** In force where the site set no others. */
export const usualPercents: Required<PercentRules> = {
  depositPercent: 20,
  feePercent: 5,
  forfeitPercent: 10,
  premiumPercent: 0,
  vatPercent: 0,
  paymentDays: 3,
};

export const toLotRules = (stored: StoredRules): LotRules => ({
  depositBasisPoints: stored.depositBasisPoints ?? toBasisPoints(stored.depositPercent),
  feeBasisPoints: stored.feeBasisPoints ?? toBasisPoints(stored.feePercent),
  forfeitBasisPoints: stored.forfeitBasisPoints ?? toBasisPoints(stored.forfeitPercent),
  premiumBasisPoints: stored.premiumBasisPoints ?? toBasisPoints(stored.premiumPercent ?? 0),
  vatBasisPoints: stored.vatBasisPoints ?? toBasisPoints(stored.vatPercent ?? 0),
  paymentDays: stored.paymentDays,
});

export const toPercentRules = (rules: LotRules): Required<PercentRules> => ({
  depositPercent: toPercent(rules.depositBasisPoints),
  feePercent: toPercent(rules.feeBasisPoints),
  forfeitPercent: toPercent(rules.forfeitBasisPoints),
  premiumPercent: toPercent(rules.premiumBasisPoints),
  vatPercent: toPercent(rules.vatBasisPoints),
  paymentDays: rules.paymentDays,
});

/** With the version of the rules, if they have one. */
export const toStoredRules = <R extends LotRules>(rules: R): R & PercentRules => ({
  ...rules,
  ...toPercentRules(rules),
});

export const usualRules: LotRules = toLotRules(usualPercents);

/** The rules of something that took rules. It has none if it took the usual ones. */
export const rulesOf = ({ rules }: { readonly rules?: LotRules | null | undefined }): LotRules => rules ?? usualRules;

/** The same for what came over the wire. */
export const percentsOf = ({ rules }: { readonly rules?: PercentRules | null | undefined }): PercentRules =>
  rules ?? usualPercents;

/** The part that a winner still has to pay once the whole deposit was taken, in percent of the winning bid. */
export const remainingPercent = ({ depositPercent }: Pick<PercentRules, "depositPercent">): number =>
  toPercent((toBasisPoints(100) - toBasisPoints(depositPercent)) as BasisPoints);

/** "3 business days". */
export const paymentDaysWords = ({ paymentDays }: Pick<LotRules, "paymentDays">): string =>
  `${paymentDays} business ${paymentDays === 1 ? "day" : "days"}`;

/** The amount charged to an NGN balance for an unpaid price, converted for USD, rounded up to a kobo. */
export const forfeitMinor = (
  priceMinor: number,
  currency: Currency,
  rates: ExchangeRates,
  { forfeitBasisPoints }: Pick<LotRules, "forfeitBasisPoints">,
): Minor => shareInNaira(priceMinor, currency, rates, forfeitBasisPoints);

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
  { depositBasisPoints }: Pick<LotRules, "depositBasisPoints">,
): Deposit => {
  const wholeMinor = shareInNaira(priceMinor, currency, rates, depositBasisPoints);
  const takenMinor = Math.max(0, Math.min(wholeMinor, balanceMinor)) as Minor;
  const wholeWorth = shareOfMinor(priceMinor, depositBasisPoints);
  if (takenMinor === wholeMinor) return { takenMinor, worthMinor: wholeWorth };
  // Take no more than counts: naira that are worth less than a cent stay on the balance.
  const worthMinor = Math.min(wholeWorth, worthOfNairaMinor(takenMinor, currency, rates)) as Minor;
  return { takenMinor: Math.min(takenMinor, inNairaMinor(worthMinor, currency, rates)) as Minor, worthMinor };
};

/** A lot's premium on the wire; null if it has none. */
export const toBuyersPremium = (rules: LotRules): BuyersPremium | null => {
  const { premiumPercent, vatPercent } = toPercentRules(rules);
  return premiumPercent > 0 ? { percent: premiumPercent, vatPercent } : null;
};

/** The premium of something that has its lot's rules on the wire. */
export const buyersPremiumOf = (ruled: Parameters<typeof percentsOf>[0]): BuyersPremium | null =>
  toBuyersPremium(toLotRules(percentsOf(ruled)));
