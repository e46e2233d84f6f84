// Shows what an amount costs with the buyer's premium and its VAT. It stands wherever somebody decides on an amount, and is
// nothing for a lot without a premium.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { premiumInWords, totalInWords } from "@jara/shared/premium-words";
import { totalDueOf } from "@jara/shared/total-due";
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

/** The same beside a price: what the winner pays in all at that price, and what it consists of. */
export const InAll = ({ amount, lot: { currency, buyersPremium }, className }: Omit<WholePriceProps, "what">) =>
  buyersPremium ? (
    <p className={cx("tabular", className)}>
      <b className="text-ink">{formatMoney(totalDueOf(amount, buyersPremium).total, currency)} in all</b>:{" "}
      {formatMoney(amount, currency)} + {premiumInWords(buyersPremium)}
    </p>
  ) : null;
