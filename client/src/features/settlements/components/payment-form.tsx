// Records money that came by transfer or in cash, in part or in full. It says beforehand what that does.
import { currencySymbols, formatMoney } from "@jara/shared/money";
import { BANK_REFERENCE_MAX } from "@jara/shared/rest/common";
import { PAYMENT_NOTE_MAX } from "@jara/shared/rest/settlements";
import { invalidAmount, readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useState } from "react";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { AskForm } from "../../../ui/ask.tsx";
import { Check } from "../../../ui/check.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { outcomeOfPayment } from "../payment-outcome.ts";
import { type FormProps, Owed } from "./action-form.tsx";

const INVALID = "Please enter an amount above zero, like 25,000 or 25,000.50";

export const PaymentForm = ({ settlement, isPending, bookedBefore = null, send, close }: FormProps<"payments">) => {
  const { remaining, auction } = settlement;
  const [typed, setTyped] = useState(writtenAmount(remaining));
  const [isNaira, setIsNaira] = useState(false);
  const [method, setMethod] = useState<Method>("transfer");
  const [reference, setReference] = useState("");
  const [note, setNote] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  // The answer to one question stays when the other one follows.
  const [says, setSays] = useState({ isSplit: false, isAnother: false });
  const given = readPositive(typed);
  // The rate in force, as the server used it for the naira that remain.
  const rate = remaining > 0 ? settlement.remainingNgn / remaining : 0;
  const currency = isNaira ? "NGN" : auction.currency;
  const amount = given === null || !isNaira ? given : Math.floor((given / rate) * 100 + 1e-6) / 100;
  const outcome = amount === null || amount === 0 ? null : outcomeOfPayment(settlement, amount);
  const submit = () => {
    setIsChecked(true);
    if (given === null || isPending) return;
    const written = {
      ...(reference.trim() && { reference: reference.trim() }),
      ...(note.trim() && { note: note.trim() }),
      ...(says.isSplit && { isSplit: true }),
      ...(says.isAnother && { isAnother: true }),
    };
    send({ method, ...(isNaira ? { amountNgn: given } : { amount: given }), ...written });
  };
  return (
    <AskForm yes="Record payment" no="Cancel" isPending={isPending} onNo={close} onYes={submit}>
      <p className="text-sm">
        <Owed settlement={settlement} amount={remaining} /> is due.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`Amount (${currencySymbols[currency]})`}
          error={isChecked && given === null ? invalidAmount(INVALID, typed) : null}
        >
          <AmountInput takesFocus currency={currency} readOnly={isPending} typed={typed} onType={setTyped} />
        </Field>
        <MethodField method={method} isLocked={isPending} onChange={setMethod} />
      </div>
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
      <Field label={method === "transfer" ? "The bank's reference (optional)" : "Receipt number (optional)"}>
        <Input
          autoComplete="off"
          maxLength={BANK_REFERENCE_MAX}
          readOnly={isPending}
          value={reference}
          onChange={({ target }) => {
            setReference(target.value);
            setSays({ isSplit: false, isAnother: false });
          }}
        />
      </Field>
      <BookedBefore bookedBefore={bookedBefore} says={says} isLocked={isPending} onChange={setSays} />
      <TextField label="Note (optional)" max={PAYMENT_NOTE_MAX} value={note} isLocked={isPending} onChange={setNote} />
    </AskForm>
  );
};

export type Method = "transfer" | "cash";

interface MethodFieldProps {
  readonly method: Method;
  readonly isLocked: boolean;
  readonly onChange: (method: Method) => void;
}

export const MethodField = ({ method, isLocked, onChange }: MethodFieldProps) => (
  <Choice
    label="How it was paid"
    disabled={isLocked}
    value={method}
    options={[
      ["transfer", "Bank transfer"],
      ["cash", "Cash"],
    ]}
    onChoose={onChange}
  />
);

interface Answers {
  readonly isSplit: boolean;
  readonly isAnother: boolean;
}

interface BookedBeforeProps {
  readonly bookedBefore: FormProps<"payments">["bookedBefore"];
  readonly says: Answers;
  readonly isLocked: boolean;
  readonly onChange: (says: Answers) => void;
}

/** Asks what a transfer is whose reference was booked before. */
export const BookedBefore = ({ bookedBefore, says, isLocked, onChange }: BookedBeforeProps) => (
  <>
    {(bookedBefore === "elsewhere" || says.isSplit) && (
      <Check
        label="This transfer pays this lot too"
        checked={says.isSplit}
        disabled={isLocked}
        onChange={(isSplit) => onChange({ ...says, isSplit })}
      />
    )}
    {(bookedBefore === "here" || says.isAnother) && (
      <Check
        label="This is another transfer"
        checked={says.isAnother}
        disabled={isLocked}
        onChange={(isAnother) => onChange({ ...says, isAnother })}
      />
    )}
  </>
);
