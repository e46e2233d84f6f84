// An input for an amount in the auction's currency. The typed amount is repeated below as money, so that zeros are easy
// to count.
import { formatMoney } from "@jara/shared/money";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Field, Input } from "../../../ui/field.tsx";
import { type AuctionForm, amountOf, INCREMENT_MIN, MISSING, required, rules } from "../auction-form.ts";

type AmountName = "startingPrice" | "bidIncrement" | "reservePrice" | "buyItNowPrice";

interface AmountFieldProps {
  form: UseFormReturn<AuctionForm>;
  name: AmountName;
  label: string;
  hint: string;
  /** Fields whose rule depends on this field. */
  deps?: AmountName[];
}

export const AmountField = ({ form, name, label, hint, deps = [] }: AmountFieldProps) => {
  const { control, register, formState } = form;
  const currency = useWatch({ control, name: "currency" });
  const amount = amountOf(useWatch({ control, name }));
  const rule = rules[name];
  const missing = name === "startingPrice" ? required.startingPrice : null;
  return (
    <Field
      label={label}
      error={formState.errors[name]?.message}
      hint={
        <>
          {amount !== null && <span className="tabular font-semibold text-ink">{formatMoney(amount, currency)} </span>}
          {hint}
        </>
      }
    >
      {(given) => (
        <Input
          {...given}
          type="number"
          inputMode="decimal"
          step="0.01"
          min={INCREMENT_MIN}
          autoComplete="off"
          aria-required={missing ? true : undefined}
          {...register(name, {
            deps,
            validate: {
              ...(missing && { [MISSING]: (typed: string) => typed.trim() !== "" || missing }),
              rule,
            },
          })}
          // The mouse wheel must not change an amount of money.
          onWheel={(event) => event.currentTarget.blur()}
          className="tabular"
        />
      )}
    </Field>
  );
};
