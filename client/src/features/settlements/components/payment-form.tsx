// Records money that came by transfer or in cash, in part or in full. It says beforehand what that does.
import { formatMoney } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useState } from "react";
import { AskForm } from "../../../ui/ask.tsx";
import { Check } from "../../../ui/check.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { outcomeOfPayment } from "../payment-outcome.ts";
import { type FormProps, Owed } from "./action-form.tsx";
import { AmountAndMethod, ReferenceAndNote, usePaymentDetails } from "./payment-details.tsx";

export const PaymentForm = ({ settlement, isPending, bookedBefore = null, send, close }: FormProps<"payments">) => {
  const { remaining, auction } = settlement;
  const [typed, setTyped] = useState(writtenAmount(remaining));
  const [isNaira, setIsNaira] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const { details, change, written } = usePaymentDetails();
  const given = readPositive(typed);
  // The rate in force, as the server used it for the naira that remain.
  const rate = remaining > 0 ? settlement.remainingNgn / remaining : 0;
  const currency = isNaira ? "NGN" : auction.currency;
  const amount = given === null || !isNaira ? given : Math.floor((given / rate) * 100 + 1e-6) / 100;
  const outcome = amount === null || amount === 0 ? null : outcomeOfPayment(settlement, amount);
  const submit = () => {
    setIsChecked(true);
    if (given === null || isPending) return;
    send({ ...written, ...(isNaira ? { amountNgn: given } : { amount: given }) });
  };
  return (
    <AskForm yes="Record payment" no="Cancel" isPending={isPending} onNo={close} onYes={submit}>
      <p className="text-sm">
        <Owed settlement={settlement} amount={remaining} /> is due.
      </p>
      <AmountAndMethod
        details={details}
        change={change}
        isLocked={isPending}
        typed={typed}
        onType={setTyped}
        currency={currency}
        isChecked={isChecked}
      />
      {auction.currency !== "NGN" && (
        <Check
          label="Naira came"
          checked={isNaira}
          disabled={isPending}
          onChange={(checked) => {
            setIsNaira(checked);
            setTyped(writtenAmount(checked ? settlement.remainingNgn : remaining));
          }}
        />
      )}
      <div aria-live="polite" className="min-h-12">
        {isNaira && amount !== null && (
          <p className="pb-2 text-sm">
            At {formatMoney(Math.round(rate * 100) / 100, "NGN")} for $1 this counts as{" "}
            {formatMoney(amount, auction.currency)}. The server books it at the rate of that moment.
          </p>
        )}
        {outcome && <Notice tone={outcome.isSold ? "success" : "info"}>{outcome.words}</Notice>}
      </div>
      <ReferenceAndNote details={details} change={change} isLocked={isPending} bookedBefore={bookedBefore} />
    </AskForm>
  );
};
