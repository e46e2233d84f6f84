// Shows what an amount costs with the buyer's premium and its VAT. It stands wherever somebody decides on an amount, and is
// nothing for a lot without a premium.
import type { Auction } from "@jara/shared/auction";
import { totalInWords } from "@jara/shared/total-due";
import { cx } from "../lib/cx.ts";

export type PremiumLot = Pick<Auction, "currency" | "buyersPremium">;

interface WholePriceProps {
  amount: number;
  lot: PremiumLot;
  /** The name of the amount. */
  what?: "bid" | "maximum" | "price";
  className?: string;
}

export const WholePrice = ({ amount, lot: { currency, buyersPremium }, what = "bid", className }: WholePriceProps) =>
  buyersPremium ? (
    <span className={cx("tabular block", className)}>{totalInWords(amount, currency, buyersPremium, what)}</span>
  ) : null;
