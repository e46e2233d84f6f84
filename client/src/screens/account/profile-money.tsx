// The profile's part on money: the balance and what binds it, withdrawals and the statement, adding money, and the
// payment from which the user comes back.
import { formatMoney } from "@jara/shared/money";
import type { User } from "@jara/shared/users";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "#router";
import { AddMoney } from "../../features/top-up/add-money.tsx";
import { MoneyActions } from "../../features/withdrawals/components/money-actions.tsx";
import { useWithdrawals } from "../../features/withdrawals/hooks/use-withdrawals.ts";
import { messageOf } from "../../lib/api.ts";
import { useSite } from "../../lib/site.ts";
import { useHashTarget } from "../../lib/use-hash-target.ts";
import { PaymentReturn } from "../../money/payment-return.tsx";
import { forgetReturn, returnAfter } from "../../money/way-back.ts";
import { toast } from "../../store/toast.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { YourMoney } from "./your-money.tsx";

/** True for an address of the profile that means its part on money. */
export const isAboutMoney = (search: string, hash: string): boolean =>
  new URLSearchParams(search).has("topUp") || /^#(add-money|pay-online|bank-transfer|top-ups)$/.test(hash);

export const ProfileMoney = ({ user }: { user: User }) => {
  const site = useSite();
  const money = useWithdrawals();
  const topUp = useReturnedTopUp();
  const navigate = useNavigate();
  const wayBack = returnAfter(topUp.reference);
  useHashTarget(Boolean(site && (money.data || money.error)));
  return (
    <>
      {topUp.reference && (
        <PaymentReturn
          key={topUp.reference}
          reference={topUp.reference}
          paidWords={addedWords}
          againWhere="below"
          onSettled={(payment) => {
            if (payment?.status !== "paid" || wayBack === null) return topUp.clearAddress();
            forgetReturn();
            toast.success("Payment received", { id: "top-up", description: addedWords(payment) });
            navigate(wayBack, { replace: true });
          }}
          onDismiss={topUp.dismiss}
        />
      )}
      {wayBack && (
        <Link to={wayBack} className={`${buttonClass("secondary")} justify-self-start`}>
          Back to where you were
        </Link>
      )}
      <Loaded
        query={money}
        failed={(error) => messageOf(error, "Failed to load your money")}
        loading={<Loading shapes={["h-40"]}>Loading your balance...</Loading>}
      >
        {({ withdrawable }) => (
          <YourMoney withdrawable={withdrawable}>
            <MoneyActions />
          </YourMoney>
        )}
      </Loaded>
      {site ? <AddMoney site={site} user={user} onCheck={topUp.check} /> : <Skeleton className="h-96" />}
    </>
  );
};

const addedWords = ({ amount, balance }: { amount: number; balance: number }): string =>
  `${formatMoney(amount, "NGN")} was added. Your balance is now ${formatMoney(balance, "NGN")}.`;

/** The payment named in the address (`?topUp=`). It stays on the screen after it was removed from the address. */
const useReturnedTopUp = () => {
  const [params, setParams] = useSearchParams();
  const named = params.get("topUp");
  const [reference, setReference] = useState(named);
  useEffect(() => {
    if (named) setReference(named);
  }, [named]);
  const clearAddress = () =>
    setParams(
      (now) => {
        // The payment service adds the others.
        for (const name of ["topUp", "reference", "trxref", "cancelled"]) now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    reference,
    clearAddress,
    dismiss: () => {
      clearAddress();
      setReference(null);
    },
    check: (pending: string) => setReference(pending),
  };
};
