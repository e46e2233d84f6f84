// The fields of the form that edits a balance: mode, amount, reason, and how the money came or was paid out.
import { methodNames } from "@jara/shared/payment-methods";
import { BANK_REFERENCE_MAX } from "@jara/shared/rest/common";
import { BALANCE_REASON_MAX, type BalanceAction, balanceActions, editMethods } from "@jara/shared/rest/users";
import type { Ref } from "react";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Choice, optionsOf } from "../../../ui/choice.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { actionLabels } from "../balance-edit.ts";
import type { useBalanceForm } from "../hooks/use-balance-form.ts";

interface ModeFieldProps {
  action: BalanceAction;
  isLocked: boolean;
  onChange: (action: BalanceAction) => void;
}

export const ModeField = ({ action, isLocked, onChange }: ModeFieldProps) => (
  <Choice
    label="Mode"
    className="w-32"
    disabled={isLocked}
    value={action}
    options={balanceActions.map((name) => [name, actionLabels[name]] as const)}
    onChoose={onChange}
  />
);

interface AmountFieldProps {
  ref: Ref<HTMLInputElement>;
  typed: string;
  error: string | null;
  isLocked: boolean;
  onChange: (typed: string) => void;
}

export const AmountField = ({ ref, typed, error, isLocked, onChange }: AmountFieldProps) => (
  <Field label="Amount (₦)" error={error} className="min-w-36 flex-1 sm:max-w-52">
    <AmountInput ref={ref} currency="NGN" readOnly={isLocked} typed={typed} onType={onChange} />
  </Field>
);

interface ReasonFieldProps {
  reason: string;
  isLocked: boolean;
  onChange: (reason: string) => void;
}

export const ReasonField = ({ reason, isLocked, onChange }: ReasonFieldProps) => (
  <Field label="Reason" className="min-w-48 flex-1 basis-48">
    <Input
      autoComplete="off"
      maxLength={BALANCE_REASON_MAX}
      placeholder="Kept in the ledger"
      readOnly={isLocked}
      value={reason}
      onChange={({ target }) => onChange(target.value)}
      className="read-only:bg-sunken"
    />
  </Field>
);

/** How the money came or was paid out, for the takings. */
export const MoneyFields = ({ form, isLocked }: { form: ReturnType<typeof useBalanceForm>; isLocked: boolean }) => {
  const { action, method, setMethod, reference, setReference } = form;
  return (
    <>
      <Choice
        label={action === "subtract" ? "Paid out" : "Money received"}
        className="w-48"
        disabled={isLocked}
        value={method ?? ""}
        options={optionsOf("None: a correction", editMethods, (name) => methodNames[name])}
        onChoose={(name) => setMethod(name || null)}
      />
      {method && (
        <Field
          label={method === "transfer" ? "The bank's reference (optional)" : "Receipt number (optional)"}
          className="min-w-48 flex-1 basis-48"
        >
          <Input
            autoComplete="off"
            maxLength={BANK_REFERENCE_MAX}
            readOnly={isLocked}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
            className="read-only:bg-sunken"
          />
        </Field>
      )}
    </>
  );
};
