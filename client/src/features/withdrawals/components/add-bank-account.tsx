// Adds a bank account in two steps: the bank says whose account it is, and the person confirms it. The server asks for a
// proof of the person first (features/proof). A new name on the profile is compared with the bank's again.
import type { ResolvedBankAccount } from "@jara/shared/rest/withdrawals";
import { waitHoursOf } from "@jara/shared/withdrawal-words";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { useSite } from "../../../lib/site.ts";
import { Button } from "../../../ui/button.tsx";
import { DigitsInput } from "../../../ui/digits-input.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { MailLink } from "../../../ui/text-link.tsx";
import { useNextStep } from "../hooks/use-next-step.ts";
import { useAddBankAccount, useBanks, useResolve } from "../hooks/use-withdrawals.ts";
import { NameLine } from "./name-line.tsx";

interface AddBankAccountProps {
  /** The first and last name on the profile. */
  name: string;
  onChangeName: () => void;
  isSandbox: boolean;
  /** The form is what the person came for, so it takes the focus. */
  isNext: boolean;
  onAdded: () => void;
  onCancel: (() => void) | null;
}

export const AddBankAccount = ({ name, onChangeName, isSandbox, isNext, onAdded, onCancel }: AddBankAccountProps) => {
  const banks = useBanks();
  const [bankCode, setBankCode] = useState("");
  const [accountNumber, setAccountNumber] = useState("");
  const resolve = useResolve();
  const { reset } = resolve;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer holds for the name that the profile had
  useEffect(reset, [name, reset]);
  const isComplete = bankCode !== "" && accountNumber.length === 10;
  const found = resolve.data ?? null;
  const first = useNextStep<HTMLSelectElement>(isNext && banks.data ? 1 : 0);
  const waitHours = waitHoursOf(isSandbox, bankCode);

  const change = (apply: () => void) => {
    apply();
    reset();
  };
  const check = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !resolve.isPending) resolve.mutate({ bankCode, accountNumber });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-box border border-line bg-paper p-4">
      <NameLine name={name} onChange={found?.isYours === false ? null : onChangeName} />
      {waitHours > 0 && (
        <p className="text-sm">
          For your safety a new account can be used after {waitHours} hours. We tell you by email that it was added.
        </p>
      )}
      <form aria-label="Add a bank account" className="grid gap-4" onSubmit={check}>
        <Field label="Bank" error={banks.isError ? messageOf(banks.error, "The banks could not be loaded.") : null}>
          <Select
            ref={first}
            value={bankCode}
            disabled={!banks.data}
            onChange={({ target }) => change(() => setBankCode(target.value))}
          >
            <option value="">{banks.isPending ? "Loading banks…" : "Choose your bank"}</option>
            {banks.data?.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Account number"
          error={accountNumber.length > 10 ? "An account number has ten digits" : null}
          hint={
            isSandbox
              ? "Sandbox: 0123456780 belongs to OKAFOR ADA NGOZI, and accounts of Sandbox Bank do not wait."
              : "Ten digits"
          }
        >
          <DigitsInput digits={accountNumber} onType={(digits) => change(() => setAccountNumber(digits))} />
        </Field>
        {resolve.isError && <Notice tone="error">{messageOf(resolve.error, "We could not reach the bank.")}</Notice>}
        {!found && (
          <Buttons onCancel={onCancel} isBusy={resolve.isPending}>
            <Button type="submit" variant="secondary" disabled={!isComplete} pending={resolve.isPending}>
              Check the account
            </Button>
          </Buttons>
        )}
      </form>
      {found && (
        <Found
          found={found}
          account={{ bankCode, accountNumber }}
          onChangeName={onChangeName}
          onAdded={onAdded}
          onCancel={onCancel}
        />
      )}
    </div>
  );
};

const Found = ({
  found,
  account,
  onChangeName,
  onAdded,
  onCancel,
}: {
  found: ResolvedBankAccount;
  account: { bankCode: string; accountNumber: string };
} & Pick<AddBankAccountProps, "onChangeName" | "onAdded" | "onCancel">) => {
  const add = useAddBankAccount(onAdded);
  const next = useNextStep<HTMLButtonElement>(1);
  const contact = useSite()?.contact;
  if (!found.isYours) {
    return (
      <>
        <Notice
          tone="error"
          title="This account cannot be added"
          action={
            <Button variant="secondary" size="sm" onClick={onChangeName}>
              Change your name
            </Button>
          }
        >
          <p>{found.problem}</p>
          {contact && (
            <p>
              Is your name right, and the bank's is not? Write to us:{" "}
              <MailLink
                address={contact.email}
                subject="The name of my bank account"
                className="font-semibold underline underline-offset-4"
              />
            </p>
          )}
        </Notice>
        <Buttons onCancel={onCancel} isBusy={false} />
      </>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(account);
  };
  return (
    <form aria-label="Confirm the bank account" className="grid gap-4" onSubmit={submit}>
      <Notice tone="success" title={found.accountName}>
        is the name that {found.bankName} has for this account.
      </Notice>
      {add.isError && <Notice tone="error">{messageOf(add.error, "The account could not be added.")}</Notice>}
      <Buttons onCancel={onCancel} isBusy={add.isPending}>
        <Button ref={next} type="submit" pending={add.isPending}>
          Add this account
        </Button>
      </Buttons>
    </form>
  );
};

const Buttons = ({
  onCancel,
  isBusy,
  children,
}: {
  onCancel: (() => void) | null;
  isBusy: boolean;
  children?: ReactNode;
}) => (
  <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
    {onCancel && (
      <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    )}
    {children}
  </div>
);
