// A price that glows for a moment when it changes. Its size stays the same throughout.
import type { Currency } from "@jara/shared/money";
import { useState } from "react";
import { cx } from "../../lib/cx.ts";
import { Money } from "../../ui/money.tsx";

export const PriceGlow = ({
  amount,
  currency,
  className,
}: {
  amount: number;
  currency: Currency;
  className?: string;
}) => {
  const [seen, setSeen] = useState({ amount, changes: 0 });
  if (seen.amount !== amount) setSeen({ amount, changes: seen.changes + 1 });
  return (
    <span key={seen.changes} className={cx("inline-block rounded-box", seen.changes > 0 && "animate-glow", className)}>
      <Money amount={amount} currency={currency} />
    </span>
  );
};
