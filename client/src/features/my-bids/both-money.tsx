// An amount of My Bids: in the auction's currency, and beside it in USD format, whatever currency the user chose.
import { type Currency, formatMoney } from "@jara/shared/money";
import { shownIn } from "../../lib/shown-money.ts";
import { useCurrency } from "../../store/currency.ts";
import { OwnMoney } from "../../ui/money.tsx";

interface BothMoneyProps {
  amount: number;
  currency: Currency;
  className?: string;
}

export const BothMoney = ({ amount, currency, className }: BothMoneyProps) => {
  const dollars = shownIn(amount, currency, "USD", useCurrency().rates);
  return (
    <span>
      <OwnMoney amount={amount} currency={currency} className={className} />{" "}
      {dollars.converted && (
        <span translate="no" className="tabular whitespace-nowrap font-normal text-ink-soft text-sm">
          · {formatMoney(dollars.amount, "USD")}
        </span>
      )}
    </span>
  );
};
