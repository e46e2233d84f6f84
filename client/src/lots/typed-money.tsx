// Shows the amount that the form understood if the field shows it otherwise ("250k"), and about how much it is in the
// user's currency.
import type { Currency } from "@jara/shared/money";
import { writtenAmount } from "@jara/shared/typed-amount";
import { aboutIn } from "../lib/shown-money.ts";
import { useCurrency } from "../store/currency.ts";
import { OtherMoney, OwnMoney } from "../ui/money.tsx";

interface TypedMoneyProps {
  typed: string;
  amount: number;
  currency: Currency;
  className?: string;
}

export const TypedMoney = ({ typed, amount, currency, className }: TypedMoneyProps) => {
  const { chosen, rates } = useCurrency();
  if (typed === writtenAmount(amount) && !aboutIn(amount, currency, chosen, rates)) return null;
  return (
    <>
      <OwnMoney amount={amount} currency={currency} className={className} />{" "}
      <OtherMoney amount={amount} currency={currency} />{" "}
    </>
  );
};
