// Shows what the winner pays in all at a price, with the buyer's premium and its VAT.
import type { BuyersPremium } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";
import { totalDueOf } from "@jara/shared/total-due";
import { Money } from "../../ui/money.tsx";

interface InAllProps {
  amount: number;
  currency: Currency;
  premium: BuyersPremium;
}

export const InAll = ({ amount, currency, premium }: InAllProps) => (
  <>
    <Money amount={totalDueOf(amount, premium).total} currency={currency} /> in all
  </>
);
