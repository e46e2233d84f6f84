// Used beside an amount of Buy It Now, with the space before it: about as much in naira for a dollar lot, because the
// balance is in naira; for a naira lot about as much in dollars if the user chose dollars.
import type { Currency } from "@jara/shared/money";
import { cx } from "../../../lib/cx.ts";
import { aboutIn, shownText } from "../../../lib/shown-money.ts";
import { useCurrency } from "../../../store/currency.ts";

interface AboutMoneyProps {
  amount: number;
  currency: Currency;
  className?: string;
}

export const AboutMoney = ({ amount, currency, className }: AboutMoneyProps) => {
  const { chosen, rates } = useCurrency();
  const about = aboutIn(amount, currency, currency === "USD" ? "NGN" : chosen, rates);
  return (
    about && (
      <>
        {" "}
        <span translate="no" className={cx("tabular whitespace-nowrap", className)}>
          {shownText(about)}
        </span>
      </>
    )
  );
};
