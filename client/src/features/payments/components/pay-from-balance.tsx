// Pays what is due from the balance, after one more question with the amounts. Where the balance is too low, the button
// adds what is missing and comes back.
import { type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { type ReactNode, useState } from "react";
import { AddMissing } from "../../../money/add-missing.tsx";
import { AmountRow } from "../../../ui/amount-row.tsx";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { HeldPart } from "./held-part.tsx";
import { PayError } from "./pay-error.tsx";
import { Way } from "./way.tsx";

interface PayFromBalanceProps {
  due: { remaining: number; remainingNgn: number; currency: Currency };
  /** In naira: what can be used for this payment. */
  available: number;
  isEnough: boolean;
  isOver?: boolean;
  /** "the payment of 3 lots" */
  purpose: string;
  returnTo: string;
  button: string;
  question: string;
  payment: { pay: () => void; isPending: boolean; isError: boolean; error: Error | null };
  /** What is paid. */
  children: ReactNode;
}

export const PayFromBalance = ({ due, available, isEnough, isOver = false, ...props }: PayFromBalanceProps) => {
  const { purpose, returnTo, button, question, payment, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { remaining, remainingNgn, currency } = due;
  const naira = (amount: number) => formatMoney(amount, "NGN");
  if (!isEnough) {
    return (
      <li className="grid gap-2 p-3">
        <h4 className="font-semibold">From your balance</h4>
        <AddMissing
          needed={remainingNgn}
          available={available}
          purpose={purpose}
          returnTo={returnTo}
          size="md"
          variant="secondary"
        />
      </li>
    );
  }
  return (
    <Way
      title="From your balance"
      detail={
        <>
          You can use <b className="tabular whitespace-nowrap text-ink">{naira(available)}</b>
          <HeldPart available={available} />
        </>
      }
      action={
        <Button aria-haspopup="dialog" disabled={isOver} onClick={() => setIsAsking(true)}>
          {button}
        </Button>
      }
    >
      <Ask
        open={isAsking}
        title={question}
        no="Not yet"
        yes={payment.isPending ? "Paying…" : `Pay ${naira(remainingNgn)}`}
        isPending={payment.isPending}
        isDisabled={isOver}
        problem={payment.isError && <PayError error={payment.error} />}
        onNo={() => setIsAsking(false)}
        onYes={() => payment.pay()}
      >
        {children}
        <dl className="grid gap-1 text-sm">
          <AmountRow name="You pay now" amount={naira(remainingNgn)} strong />
          {currency !== "NGN" && <AmountRow name="At today's rate for" amount={formatMoney(remaining, currency)} />}
          <AmountRow name="Balance now" amount={naira(available)} />
          <AmountRow name="Balance afterwards" amount={naira(toMajor(toMinor(available) - toMinor(remainingNgn)))} />
        </dl>
      </Ask>
    </Way>
  );
};
