// The outcome of the online payment from which the payer comes back (`?payment=`).

import { formatMoney } from "@jara/shared/money";
import type { TopUpStatus } from "@jara/shared/rest/top-ups";
import { backInBalance, surplusWords } from "@jara/shared/surplus";
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
  /** The page says elsewhere that this is paid. */
  readonly isPaidElsewhere?: boolean;
}

export const ReturnedPayment = ({
  paidFor,
  queryKeys,
  leadsToCard = false,
  isPaidElsewhere = false,
}: ReturnedPaymentProps) => {
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
        // The payment service adds the others.
        for (const name of ["payment", "reference", "trxref", "cancelled"]) now.delete(name);
        if (leadsToCard) now.set("pay", "");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <PaymentReturn
      key={reference}
      reference={reference}
      paidWords={(payment) => receivedWords(payment, paidFor)}
      againWhere="below"
      isPaidElsewhere={isPaidElsewhere}
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

const receivedWords = ({ amount, surplus }: TopUpStatus, paidFor: string): string => {
  const counted = amount - (surplus?.amount ?? 0);
  const received = counted > 0 ? [`${formatMoney(counted, "NGN")} was received for ${paidFor}.`] : [];
  const back = surplus ? [surplusWords[surplus.reason], `${backInBalance(surplus.amount)}.`] : [];
  return [...received, ...back].join(" ");
};
