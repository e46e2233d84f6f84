// Shows the balance that a bid or a maximum of this amount needs: 20% of it, in naira.
import { requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type Currency, toMajor, toMinor } from "@jara/shared/money";
import { useAvailable } from "../money/use-available.ts";
import { useCurrency } from "../store/currency.ts";
import { OwnMoney } from "../ui/money.tsx";

interface Needed {
  /** In naira. */
  needed: number;
  /** The user has less than that. The server decides. */
  isShort: boolean;
}

export const useBalanceNeeded = (amount: number | null, currency: Currency): Needed => {
  const { rates } = useCurrency();
  const available = useAvailable();
  if (amount === null) return { needed: 0, isShort: false };
  const needed = toMajor(requiredBalanceMinor(toMinor(amount), currency, rates));
  return { needed, isShort: available !== null && available < needed };
};

/** Nothing where the balance is too low: the button below then says what is needed. */
export const BalanceNeeded = ({ amount, currency }: { amount: number; currency: Currency }) => {
  const { needed, isShort } = useBalanceNeeded(amount, currency);
  if (isShort) return null;
  return (
    <span className="inline-block">
      Balance needed: <OwnMoney amount={needed} currency="NGN" className="font-semibold" /> (20%)
    </span>
  );
};
