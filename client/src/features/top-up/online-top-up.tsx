// Payment online: the user types an amount and continues on the payment service's own page. The typed amount is kept
// whatever happens.

import { formatMoney } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { SandboxBadge } from "../../money/sandbox-badge.tsx";
import { highestBidFor, quickAmounts, TOP_UP_MAX, TOP_UP_MIN, topUpError } from "../../money/top-up-amount.ts";
import { TopUpInput } from "../../money/top-up-input.tsx";
import { useStartTopUp } from "../../money/use-top-up.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";

interface OnlineTopUpProps {
  sandbox: boolean;
  /** In NGN. */
  balance: number;
}

export const OnlineTopUp = ({ sandbox, balance }: OnlineTopUpProps) => (
  <section aria-labelledby="pay-online" className="grid content-start gap-4">
    <h3 id="pay-online" className="flex flex-wrap items-center gap-2 font-semibold text-base">
      Pay online
      {sandbox && <SandboxBadge className="whitespace-normal!" />}
    </h3>
    <AmountForm balance={balance} />
  </section>
);

const AmountForm = ({ balance }: { balance: number }) => {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const start = useStartTopUp();
  const amount = readPositive(typed);
  const leaving = start.isPending || start.isSuccess;

  const type = (text: string) => {
    setTyped(text);
    setError(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (leaving) return;
    const problem = topUpError(typed);
    setError(problem);
    if (problem || amount === null) box.current?.focus();
    else start.mutate(amount);
  };

  return (
    <form noValidate aria-label="Pay online" className="grid content-start gap-4" onSubmit={submit}>
      <Field label="Amount (₦)" error={error} hint={hintOf(amount, balance)}>
        <TopUpInput ref={box} placeholder={`${TOP_UP_MIN} or more`} typed={typed} onType={type} />
      </Field>
      <SuggestedAmounts amount={amount} onChoose={(chosen) => type(writtenAmount(chosen))} />
      {start.isError && <Notice tone="error">{messageOf(start.error, "Failed to start the payment")}</Notice>}
      <Button type="submit" size="lg" pending={leaving}>
        {leaving ? "Opening the payment page…" : `Pay ${amount === null ? "online" : formatMoney(amount, "NGN")}`}
      </Button>
      <p className="text-ink-soft text-sm">
        You pay on the payment provider's own page and come back here. The money is in your balance as soon as the
        payment is confirmed.
      </p>
    </form>
  );
};

interface SuggestedAmountsProps {
  /** The typed amount. */
  amount: number | null;
  onChoose: (amount: number) => void;
}

const SuggestedAmounts = ({ amount, onChoose }: SuggestedAmountsProps) => (
  <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-2" aria-label="Suggested amounts">
    {quickAmounts.map((quick) => (
      <li key={quick}>
        <button
          type="button"
          aria-pressed={amount === quick}
          onClick={() => onChoose(quick)}
          className={cx(
            "tabular min-h-11 w-full rounded-box border font-semibold text-sm",
            amount === quick
              ? "border-brand bg-brand-soft text-brand"
              : "border-line-strong bg-surface hover:border-ink",
          )}
        >
          {formatMoney(quick, "NGN")}
        </button>
      </li>
    ))}
  </ul>
);

const hintOf = (amount: number | null, balance: number): string => {
  if (amount === null) return `From ${formatMoney(TOP_UP_MIN, "NGN")} to ${formatMoney(TOP_UP_MAX, "NGN")}.`;
  const after = balance + amount;
  const reach = formatMoney(highestBidFor(after), "NGN");
  return `Your balance will be ${formatMoney(after, "NGN")}: enough for bids of up to ${reach}.`;
};
