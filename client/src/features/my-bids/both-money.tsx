// An amount of My Bids: in the auction's currency, and beside it in the other one, whatever currency the user chose, so
// that each amount is there in USD format (the specification) and in naira.
import { type Currency, formatMoney } from "@jara/shared/money";
import { aboutIn, shownText } from "../../lib/shown-money.ts";
import { useCurrency } from "../../store/currency.ts";
import { OwnMoney } from "../../ui/money.tsx";

interface BothMoneyProps {
  amount: number;
  currency: Currency;
  className?: string;
}

export const BothMoney = ({ amount, currency, className }: BothMoneyProps) => {
  const other = aboutIn(amount, currency, currency === "NGN" ? "USD" : "NGN", useCurrency().rates);
  return (
    <span>
      <OwnMoney amount={amount} currency={currency} className={className} />{" "}
      {other && (
        <span translate="no" className="tabular whitespace-nowrap font-normal text-ink-soft text-sm">
          {currency === "NGN" ? `· ${formatMoney(other.amount, other.currency)}` : shownText(other)}
        </span>
      )}
    </span>
  );
};
