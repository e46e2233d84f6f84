// An amount on the screen: always two decimals, figures of equal width, never broken over two lines. The one place that
// decides between the currency a person reads in and the one an auction is in.
import { type Currency, formatMoney } from "@jara/shared/money";
import { cx } from "../lib/cx.ts";
import { shownIn, shownText, useCurrency } from "../store/currency.ts";

interface MoneyProps {
  amount: number;
  currency: Currency;
  className?: string | undefined;
}

const Figure = ({ text, className }: { text: string; className?: string | undefined }) => (
  <span translate="no" className={cx("tabular whitespace-nowrap", className)}>
    {text}
  </span>
);

/** For reading: in the currency the person chose, marked "≈" where a rate made it. */
export const Money = ({ amount, currency, className }: MoneyProps) => {
  const { chosen, rates } = useCurrency();
  return <Figure text={shownText(shownIn(amount, currency, chosen, rates))} className={className} />;
};

/** For committing: in the auction's own currency, whatever the person reads in. */
export const OwnMoney = ({ amount, currency, className }: MoneyProps) => (
  <Figure text={formatMoney(amount, currency)} className={className} />
);

/** Stands beside OwnMoney: roughly the same in the other currency. Nothing where no rate leads there. */
export const OtherMoney = ({ amount, currency, className }: MoneyProps) => {
  const { rates } = useCurrency();
  const shown = shownIn(amount, currency, currency === "NGN" ? "USD" : "NGN", rates);
  return shown.converted ? <Figure text={shownText(shown)} className={className} /> : null;
};

/** Stands beside Money: the true amount, only where Money shows a converted one. */
export const ExactMoney = (money: MoneyProps) => {
  const { chosen, rates } = useCurrency();
  return shownIn(money.amount, money.currency, chosen, rates).converted ? <OwnMoney {...money} /> : null;
};
