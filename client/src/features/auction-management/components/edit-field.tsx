// A field of the edit dialog, with its label, its error and the value that somebody else saved meanwhile.

import { readPositive } from "@jara/shared/typed-amount";
import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { type ControlProps, Field } from "../../../ui/field.tsx";
import { type FieldName, sayValue } from "../edit-form.ts";
import type { EditedForm } from "../hooks/use-edit-form.ts";

interface EditFieldProps {
  edited: EditedForm;
  name: FieldName;
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

export const EditField = ({ edited, name, className, children, ...field }: EditFieldProps) => (
  <div className={className}>
    <Field {...field} error={edited.form.formState.errors[name]?.message}>
      {children}
    </Field>
    <Conflict edited={edited} name={name} label={field.label} />
  </div>
);

export const Conflict = ({ edited, name, label }: { edited: EditedForm; name: FieldName; label: string }) => (
  <div role="status">
    {edited.conflicts.has(name) && (
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-box border border-amber-mark bg-amber-soft px-3 py-2 text-sm">
        <p className="min-w-40 flex-1">
          Somebody else changed this to <strong className="font-semibold">“{sayValue(name, edited.current)}”</strong>.
          Saving replaces it with your value.
        </p>
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Use theirs: ${label}`}
          onClick={() => edited.acceptTheirs(name)}
        >
          Use theirs
        </Button>
      </div>
    )}
  </div>
);

interface AmountProps {
  edited: EditedForm;
  name: "startingPrice" | "bidIncrement" | "buyItNowPrice" | "reservePrice";
  label: string;
  min: number;
  isRequired?: boolean;
  isLocked?: boolean;
  hint?: ReactNode;
  aside?: ReactNode;
  rule: (typed: string, form: EditedForm["values"]) => string | true;
  /** Fields whose rule depends on this field. */
  deps?: ("buyItNowPrice" | "reservePrice")[];
}

export const AmountField = ({ edited, name, label, min, hint, rule, deps = [], ...props }: AmountProps) => {
  const { form, values } = edited;
  const { field } = useController({ control: form.control, name, rules: { deps, validate: rule } });
  const amount = readPositive(values[name]) === null ? null : sayValue(name, values);
  return (
    <EditField
      edited={edited}
      name={name}
      label={label}
      aside={props.aside}
      hint={
        <>
          {amount && <span className="tabular font-semibold text-ink">{amount} </span>}
          {hint}
        </>
      }
    >
      {(control) => (
        <AmountInput
          {...control}
          ref={field.ref}
          name={name}
          currency={values.currency}
          min={min}
          aria-required={props.isRequired || undefined}
          readOnly={props.isLocked}
          typed={field.value}
          onType={field.onChange}
          onBlur={field.onBlur}
          className={props.isLocked ? "text-ink-soft" : undefined}
        />
      )}
    </EditField>
  );
};
