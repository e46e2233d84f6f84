// Asks for a withdrawal: account and amount, then the question with the amount, what is left, and when it arrives.
import { formatMoney } from "@jara/shared/money";
import type { BankAccount, Withdrawable } from "@jara/shared/rest/withdrawals";
import { invalidAmount, readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { WITHDRAWAL_TIME } from "@jara/shared/withdrawal-words";
import { type FormEvent, useState } from "react";
import { toast } from "../../../store/toast.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { AmountRow } from "../../../ui/amount-row.tsx";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { useNextStep } from "../hooks/use-next-step.ts";
import { useRequestWithdrawal } from "../hooks/use-withdrawals.ts";
import { WITHDRAWAL_MIN } from "../withdrawal-min.ts";

interface WithdrawFormProps {
  /** Those that can be used; at least one. */
  accounts: readonly BankAccount[];
  withdrawable: Withdrawable;
  step: number;
  onDone: () => void;
}

const problemOf = (typed: string, withdrawable: number): string | null => {
  const amount = readPositive(typed);
  if (amount === null) return invalidAmount("Please enter an amount", typed);
  if (amount < WITHDRAWAL_MIN) return `The smallest withdrawal is ${formatMoney(WITHDRAWAL_MIN, "NGN")}`;
  return amount > withdrawable ? `You can withdraw ${formatMoney(withdrawable, "NGN")} at most` : null;
};

export const WithdrawForm = ({ accounts, withdrawable, step, onDone }: WithdrawFormProps) => {
  const most = withdrawable.amount;
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const box = useNextStep<HTMLInputElement>(step);
  const account = accounts.find(({ _id }) => _id === chosen) ?? accounts[0];
  const amount = readPositive(typed);

  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(typed, most);
    setProblem(found);
    if (found) box.current?.focus();
    else setIsAsking(true);
  };
  if (!account) return null;
  return (
    <>
      <form noValidate aria-label="Withdraw" className="grid gap-4" onSubmit={submit}>
        <Field label="To">
          <Select value={account._id} onChange={({ target }) => setChosen(target.value)}>
            {accounts.map(({ _id, bankName, accountNumber }) => (
              <option key={_id} value={_id}>
                {bankName}, {accountNumber}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Amount (₦)"
          error={problem}
          hint={
            amount !== null && amount <= most
              ? `Afterwards you can withdraw ${formatMoney(most - amount, "NGN")} more.`
              : null
          }
          aside={
            <button
              type="button"
              className="min-h-11 text-brand text-sm underline underline-offset-4 pointer-fine:min-h-6"
              onClick={() => type(writtenAmount(most))}
            >
              Withdraw all: <OwnMoney amount={most} currency="NGN" />
            </button>
          }
        >
          <AmountInput
            ref={box}
            currency="NGN"
            min={WITHDRAWAL_MIN}
            placeholder={`${WITHDRAWAL_MIN} or more`}
            typed={typed}
            onType={type}
          />
        </Field>
        <Button type="submit" size="lg">
          {amount === null ? "Withdraw" : `Withdraw ${formatMoney(amount, "NGN")}`}
        </Button>
      </form>
      <ConfirmWithdrawal
        isOpen={isAsking}
        amount={amount ?? 0}
        account={account}
        withdrawable={withdrawable}
        onClose={() => setIsAsking(false)}
        onDone={() => {
          setIsAsking(false);
          setTyped("");
          toast.success("Your withdrawal was requested.");
          onDone();
        }}
      />
    </>
  );
};

interface ConfirmProps {
  isOpen: boolean;
  amount: number;
  account: BankAccount;
  withdrawable: Withdrawable;
  onClose: () => void;
  onDone: () => void;
}

/** The server asks for a proof of the person (features/proof) unless this session gave one just before. */
const ConfirmWithdrawal = ({ isOpen, amount, account, withdrawable, onClose, onDone }: ConfirmProps) => {
  const request = useRequestWithdrawal(onDone);
  const { balance, reserved, owed } = withdrawable;
  return (
    <Ask
      open={isOpen}
      title="Withdraw this amount?"
      no="Not yet"
      yes={`Withdraw ${formatMoney(amount, "NGN")}`}
      of={request}
      failed="We could not confirm that this went through. It is safe to try again."
      onNo={onClose}
      onYes={() => request.mutate({ amount, bankAccountId: account._id })}
    >
      <OwnMoney amount={amount} currency="NGN" className="font-bold text-xl" />
      <p className="[overflow-wrap:anywhere]">
        to <strong>{account.bankName}</strong>, <span className="tabular">{account.accountNumber}</span>,{" "}
        {account.accountName}
      </p>
      <dl className="grid gap-2 text-sm">
        <AmountRow name="Left in your balance" amount={formatMoney(balance - amount, "NGN")} />
        {reserved > 0 && <AmountRow name="of it held for your bids" amount={formatMoney(reserved, "NGN")} />}
        {owed > 0 && <AmountRow name="of it still to be paid" amount={formatMoney(owed, "NGN")} />}
        <AmountRow name="Fee" amount="No fee" />
      </dl>
      <p className="text-ink-soft text-sm">
        The amount leaves your balance now. {WITHDRAWAL_TIME} Until it is approved, you can cancel it.
      </p>
    </Ask>
  );
};
