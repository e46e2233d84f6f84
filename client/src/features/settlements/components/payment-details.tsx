// The fields in which staff describe money that came by transfer or in cash: the amount, the method, the reference and a
// note.
import { type Currency, currencySymbols } from "@jara/shared/money";
import { BANK_REFERENCE_MAX } from "@jara/shared/rest/common";
import { PAYMENT_NOTE_MAX } from "@jara/shared/rest/settlements";
import { invalidAmount, readPositive } from "@jara/shared/typed-amount";
import { useState } from "react";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Check } from "../../../ui/check.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { BookedBefore } from "../hooks/use-settlement-action.ts";

interface Details {
  readonly method: "transfer" | "cash";
  readonly reference: string;
  readonly note: string;
  /** The answer to one question stays when the other one follows. */
  readonly isSplit: boolean;
  readonly isAnother: boolean;
}

const NOTHING: Details = { method: "transfer", reference: "", note: "", isSplit: false, isAnother: false };

/** `written`: the details as the call takes them. */
export const usePaymentDetails = () => {
  const [details, setDetails] = useState(NOTHING);
  const { method, reference, note, isSplit, isAnother } = details;
  return {
    details,
    change: (change: Partial<Details>) => setDetails((before) => ({ ...before, ...change })),
    written: {
      method,
      ...(reference.trim() && { reference: reference.trim() }),
      ...(note.trim() && { note: note.trim() }),
      ...(isSplit && { isSplit: true }),
      ...(isAnother && { isAnother: true }),
    },
  };
};

const INVALID = "Please enter an amount above zero, like 25,000 or 25,000.50";

type Entered = Pick<ReturnType<typeof usePaymentDetails>, "details" | "change"> & { readonly isLocked: boolean };

interface AmountAndMethodProps extends Entered {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly currency: Currency;
  readonly hint?: string;
  /** True once somebody wanted to send it. */
  readonly isChecked: boolean;
}

export const AmountAndMethod = (props: AmountAndMethodProps) => {
  const { details, change, isLocked, typed, onType, currency, hint, isChecked } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={`Amount (${currencySymbols[currency]})`}
        hint={hint}
        error={isChecked && readPositive(typed) === null ? invalidAmount(INVALID, typed) : null}
      >
        <AmountInput takesFocus currency={currency} readOnly={isLocked} typed={typed} onType={onType} />
      </Field>
      <Choice
        label="How it was paid"
        disabled={isLocked}
        value={details.method}
        options={[
          ["transfer", "Bank transfer"],
          ["cash", "Cash"],
        ]}
        onChoose={(method) => change({ method })}
      />
    </div>
  );
};

/** Asks too what a transfer is whose reference was booked before. */
export const ReferenceAndNote = ({
  details,
  change,
  isLocked,
  bookedBefore,
}: Entered & { readonly bookedBefore: BookedBefore | null }) => {
  const { method, reference, note, isSplit, isAnother } = details;
  return (
    <>
      <Field label={method === "transfer" ? "The bank's reference (optional)" : "Receipt number (optional)"}>
        <Input
          autoComplete="off"
          maxLength={BANK_REFERENCE_MAX}
          readOnly={isLocked}
          value={reference}
          onChange={({ target }) => change({ reference: target.value, isSplit: false, isAnother: false })}
        />
      </Field>
      {(bookedBefore === "elsewhere" || isSplit) && (
        <Check
          label="This transfer pays this lot too"
          checked={isSplit}
          disabled={isLocked}
          onChange={(checked) => change({ isSplit: checked })}
        />
      )}
      {(bookedBefore === "here" || isAnother) && (
        <Check
          label="This is another transfer"
          checked={isAnother}
          disabled={isLocked}
          onChange={(checked) => change({ isAnother: checked })}
        />
      )}
      <TextField
        label="Note (optional)"
        max={PAYMENT_NOTE_MAX}
        value={note}
        isLocked={isLocked}
        onChange={(text) => change({ note: text })}
      />
    </>
  );
};
