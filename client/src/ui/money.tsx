// An amount on the screen: always two decimals, figures of equal width, never broken over two lines. The components for
// reading show the user's currency, those for committing to an amount the auction's own.
import { type Currency, formatMoney } from "@jara/shared/money";
import { cx } from "../lib/cx.ts";
import { aboutIn, shownIn, shownText } from "../lib/shown-money.ts";
import { useCurrency } from "../store/currency.ts";

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

/** For reading: in the user's currency, marked "≈" when it was converted. */
export const Money = ({ amount, currency, className }: MoneyProps) => {
  const { chosen, rates } = useCurrency();
  return <Figure text={shownText(shownIn(amount, currency, chosen, rates))} className={className} />;
};

/** For committing to an amount: in the auction's own currency, whatever the user's currency is. */
export const OwnMoney = ({ amount, currency, className }: MoneyProps) => (
  <Figure text={formatMoney(amount, currency)} className={className} />
);

/** Used beside OwnMoney: about as much in the user's currency. Renders nothing if the amount is in that currency. */
export const OtherMoney = ({ amount, currency, className }: MoneyProps) => {
  const { chosen, rates } = useCurrency();
  const about = aboutIn(amount, currency, chosen, rates);
  return about && <Figure text={shownText(about)} className={className} />;
};

/** Used beside Money: the exact amount if Money converts it, and about as much in naira if Money leaves it in dollars. */
export const ExactMoney = (money: MoneyProps) => {
  const isConverted = useCurrency().chosen === "USD" && money.currency === "NGN";
  return isConverted ? <OwnMoney {...money} /> : <OtherMoney {...money} />;
};
