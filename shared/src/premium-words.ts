// A lot's buyer's premium in words, and an amount with it.
import type { BuyersPremium } from "./auction.ts";
import { type Currency, formatMoney } from "./money.ts";
import { totalDueOf } from "./total-due.ts";

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
