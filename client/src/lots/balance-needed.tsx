// Shows the balance that a bid or a maximum of this amount needs: 20% of it, in naira.
import { requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type Currency, toMajor, toMinor } from "@jara/shared/money";
import { useCurrency } from "../store/currency.ts";
import { useSession } from "../store/session.ts";
import { OwnMoney } from "../ui/money.tsx";

/** Amber when the user's balance is lower. The server decides. */
export const BalanceNeeded = ({ amount, currency }: { amount: number; currency: Currency }) => {
  const { rates } = useCurrency();
  const balance = useSession(({ user }) => user?.balance);
  const needed = toMajor(requiredBalanceMinor(toMinor(amount), currency, rates));
  const isShort = balance !== undefined && balance < needed;
  return (
    <span className={isShort ? "block font-medium text-amber" : "block"}>
      Balance needed: <OwnMoney amount={needed} currency="NGN" className="font-semibold" /> (20%)
      {isShort && (
        <>
          . You have <OwnMoney amount={balance} currency="NGN" className="font-semibold" />
        </>
      )}
    </span>
  );
};
