// The price, large: it rolls to a new figure and glows for a moment; dimmed while it may be old.
import { type Currency, currencySymbols } from "@jara/shared/money";
import NumberFlow from "@number-flow/react";
import { useState } from "react";
import { cx } from "../../lib/cx.ts";

interface PriceHeroProps {
  amount: number;
  currency: Currency;
  dimmed: boolean;
  className?: string;
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

export const PriceHero = ({ amount, currency, dimmed, className }: PriceHeroProps) => {
  const [seen, setSeen] = useState({ amount, changes: 0 });
  if (seen.amount !== amount) setSeen({ amount, changes: seen.changes + 1 });
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
        className="tabular relative"
        value={amount}
        prefix={currencySymbols[currency]}
        locales="en-NG"
        format={twoDecimals}
      />
    </span>
  );
};
