// An amount of My Bids: in the auction's currency, and beside it in USD format, whatever currency the user chose. A user
// who chose naira also sees about how much dollars are.
import { type Currency, formatMoney } from "@jara/shared/money";
import { shownIn } from "../../lib/shown-money.ts";
import { useCurrency } from "../../store/currency.ts";
import { OtherMoney, OwnMoney } from "../../ui/money.tsx";

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
      {currency === "USD" && (
        <OtherMoney amount={amount} currency={currency} className="font-normal text-ink-soft text-sm" />
      )}
      {dollars.converted && (
        <span translate="no" className="tabular whitespace-nowrap font-normal text-ink-soft text-sm">
          · {formatMoney(dollars.amount, "USD")}
        </span>
      )}
    </span>
  );
};
