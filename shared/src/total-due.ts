// What a winner pays in all: the winning bid, the buyer's premium and the VAT on the premium. A Buy It Now has its fee
// instead. Every part of the system computes the total here.
import type { BuyersPremium } from "./auction.ts";
import { shareOfMinor, toBasisPoints } from "./basis-points.ts";
import { type Minor, toMajor, toMinor } from "./money.ts";
import type { LotRules } from "./payment-rules.ts";

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
