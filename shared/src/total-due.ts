// What a winner pays in all: the winning bid, the buyer's premium and the VAT on the premium. A Buy It Now has its fee
// instead. Every part of the system computes the total here.
import type { BuyersPremium } from "./auction.ts";
import { shareOfMinor, toBasisPoints } from "./basis-points.ts";
import { type Currency, formatMoney, type Minor, toMajor, toMinor } from "./money.ts";
import { type LotRules, percentsOf, toLotRules, toPercentRules } from "./payment-rules.ts";

export type PremiumRules = Pick<LotRules, "premiumBasisPoints" | "vatBasisPoints">;

/** What comes on top of a winning bid, in its currency. */
export interface Premium {
  readonly premiumMinor: Minor;
  readonly vatMinor: Minor;
}

/** The premium is rounded up to a whole kobo or cent. The VAT is a share of the rounded premium, rounded up as well. */
export const premiumOn = (bidMinor: number, { premiumBasisPoints, vatBasisPoints }: PremiumRules): Premium => {
  const premiumMinor = shareOfMinor(bidMinor, premiumBasisPoints);
  return { premiumMinor, vatMinor: shareOfMinor(premiumMinor, vatBasisPoints) };
};

/** The total of a win. */
export const totalMinorOf = (win: Premium & { readonly amountMinor: Minor }): Minor =>
  (win.amountMinor + win.premiumMinor + win.vatMinor) as Minor;

/** A lot's premium on the wire; null if it has none. */
export const toBuyersPremium = (rules: LotRules): BuyersPremium | null => {
  const { premiumPercent, vatPercent } = toPercentRules(rules);
  return premiumPercent > 0 ? { percent: premiumPercent, vatPercent } : null;
};

/** The premium of something that has its lot's rules on the wire. */
export const buyersPremiumOf = (ruled: Parameters<typeof percentsOf>[0]): BuyersPremium | null =>
  toBuyersPremium(toLotRules(percentsOf(ruled)));

/** The same for a bid on the wire, in major units. */
export const totalDueOf = (
  bid: number,
  { percent, vatPercent }: BuyersPremium,
): { readonly premium: number; readonly vat: number; readonly total: number } => {
  const amountMinor = toMinor(bid);
  const rules = { premiumBasisPoints: toBasisPoints(percent), vatBasisPoints: toBasisPoints(vatPercent) };
  const premium = premiumOn(amountMinor, rules);
  return {
    premium: toMajor(premium.premiumMinor),
    vat: toMajor(premium.vatMinor),
    total: toMajor(totalMinorOf({ amountMinor, ...premium })),
  };
};

/** "10% premium + VAT", "10% premium" without VAT. */
export const premiumInWords = ({ percent, vatPercent }: BuyersPremium): string =>
  `${percent}% premium${vatPercent > 0 ? " + VAT" : ""}`;

/** "A buyer's premium of 10% and VAT of 7.5% on it are added", for papers on which nobody has bid yet. */
export const premiumSentence = ({ percent, vatPercent }: BuyersPremium): string =>
  vatPercent > 0
    ? `A buyer's premium of ${percent}% and VAT of ${vatPercent}% on it are added`
    : `A buyer's premium of ${percent}% is added`;

/** For papers with sums: a percentage of a sum may be some kobo less than the sum of the lots' amounts. */
export const roundedUpSentence = (what: "premium" | "commission", currency: Currency): string =>
  `Each lot's ${what} and VAT are rounded up to a whole ${currency === "USD" ? "cent" : "kobo"}.`;

/** "₦100,000.00 bid + 10% premium + VAT = ₦110,750.00". Shown wherever somebody decides on an amount. */
export const totalInWords = (bid: number, currency: Currency, premium: BuyersPremium, what = "bid"): string =>
  `${formatMoney(bid, currency)} ${what} + ${premiumInWords(premium)} = ${formatMoney(totalDueOf(bid, premium).total, currency)}`;
