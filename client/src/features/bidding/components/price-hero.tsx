// The price in large type. It rolls to a new figure and glows for a moment; it is dimmed while it may be out of date.
import { type Currency, currencySymbols } from "@jara/shared/money";
import NumberFlow from "@number-flow/react";
import { useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useShownMoney } from "../../../lib/shown-money.ts";

interface PriceHeroProps {
  amount: number;
  currency: Currency;
  dimmed: boolean;
  /** Shows the auction's own currency instead of the user's choice. Used where a bid is about to be made. */
  own?: boolean;
  className?: string;
}

/** A price cannot break, so that it grows with the text only as far as a phone has room. */
export const fitsPhone = "max-md:[font-size:min(1.75rem,8.5vw)]";

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

export const PriceHero = ({ amount, currency, dimmed, own = false, className }: PriceHeroProps) => {
  const [seen, setSeen] = useState({ amount, changes: 0 });
  if (seen.amount !== amount) setSeen({ amount, changes: seen.changes + 1 });
  const toShown = useShownMoney();
  const shown = own ? { amount, currency, converted: false } : toShown(amount, currency);
  return (
    <span
      translate="no"
      className={cx(
        "relative inline-block font-bold tracking-tight transition-opacity",
        dimmed && "opacity-60",
        className,
      )}
    >
      {seen.changes > 0 && (
        <span key={seen.changes} aria-hidden className="-mx-1 absolute inset-0 animate-glow rounded-box" />
      )}
      <NumberFlow
        // Remounts on a change of currency, because that is no change of the price and must not roll.
        key={shown.currency}
        className="tabular relative"
        value={shown.amount}
        prefix={`${shown.converted ? "≈ " : ""}${currencySymbols[shown.currency]}`}
        locales="en-NG"
        format={twoDecimals}
      />
    </span>
  );
};
