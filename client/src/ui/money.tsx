// An amount on the screen: always two decimals, figures of equal width, never broken over two lines.
import { type Currency, formatMoney } from "@jara/shared/money";
import { cx } from "../lib/cx.ts";

export const Money = ({
  amount,
  currency,
  className,
}: {
  amount: number;
  currency: Currency;
  className?: string | undefined;
}) => (
  <span translate="no" className={cx("tabular whitespace-nowrap", className)}>
    {formatMoney(amount, currency)}
  </span>
);
