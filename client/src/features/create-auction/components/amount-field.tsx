// An input for an amount in the auction's currency. The typed amount is repeated below as money, so that zeros are easy
// to count.
import { formatMoney } from "@jara/shared/money";
import type { ReactNode } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { type AuctionForm, amountOf, INCREMENT_MIN, MISSING, required, rules } from "../auction-form.ts";

type AmountName = "startingPrice" | "bidIncrement" | "reservePrice" | "buyItNowPrice";

interface AmountFieldProps {
  form: UseFormReturn<AuctionForm>;
  name: AmountName;
  label: string;
  hint: string;
  /** Beside the label. */
  aside?: ReactNode;
  /** Fields whose rule depends on this field. */
  deps?: AmountName[];
}

export const AmountField = ({ form, name, label, hint, aside, deps = [] }: AmountFieldProps) => {
  const { control, formState } = form;
  const currency = useWatch({ control, name: "currency" });
  const amount = amountOf(useWatch({ control, name }));
  const rule = rules[name];
  const missing = name === "startingPrice" ? required.startingPrice : null;
  const { field } = useController({
    control,
    name,
    rules: {
      deps,
      validate: {
        ...(missing && { [MISSING]: (typed: string) => typed.trim() !== "" || missing }),
        rule,
      },
    },
  });
  return (
    <Field
      label={label}
      aside={aside}
      error={formState.errors[name]?.message}
      hint={
        <>
          {amount !== null && <span className="tabular font-semibold text-ink">{formatMoney(amount, currency)} </span>}
          {hint}
        </>
      }
    >
      {(given) => (
        <AmountInput
          {...given}
          ref={field.ref}
          name={name}
          currency={currency}
          min={INCREMENT_MIN}
          aria-required={missing ? true : undefined}
          typed={field.value}
          onType={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
};
