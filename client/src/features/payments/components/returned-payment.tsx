// The outcome of the online payment from which the payer comes back (`?payment=`).
import { formatMoney } from "@jara/shared/money";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "#router";
import { PaymentReturn } from "../../../money/payment-return.tsx";

interface ReturnedPaymentProps {
  /** The money was received for it: "this lot". */
  readonly paidFor: string;
  /** The queries whose answers the payment has changed. */
  readonly queryKeys: readonly QueryKey[];
  /** True: the address then says `pay`, which brings the payment card into view. */
  readonly leadsToCard?: boolean;
}

export const ReturnedPayment = ({ paidFor, queryKeys, leadsToCard = false }: ReturnedPaymentProps) => {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const named = params.get("payment");
  // It stays on the screen after it was removed from the address.
  const [reference, setReference] = useState(named);
  useEffect(() => {
    if (named) setReference(named);
  }, [named]);
  if (!reference) return null;
  const clearAddress = () =>
    setParams(
      (now) => {
        // The payment service adds two parameters of its own.
        for (const name of ["payment", "reference", "trxref"]) now.delete(name);
        if (leadsToCard) now.set("pay", "");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <PaymentReturn
      key={reference}
      reference={reference}
      paidWords={({ amount }) => `${formatMoney(amount, "NGN")} was received for ${paidFor}.`}
      againWhere="below"
      onSettled={() => {
        for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
        clearAddress();
      }}
      onDismiss={() => {
        clearAddress();
        setReference(null);
      }}
    />
  );
};
