// A field of the edit dialog, with its label, its error and the value that somebody else saved meanwhile.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { type ControlProps, Field, Input } from "../../../ui/field.tsx";
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
  min: string;
  isRequired?: boolean;
  isLocked?: boolean;
  hint?: ReactNode;
  rule: (typed: string, form: EditedForm["values"]) => string | true;
  /** Fields whose rule depends on this field. */
  deps?: ("buyItNowPrice" | "reservePrice")[];
}

export const AmountField = ({ edited, name, label, min, hint, rule, deps = [], ...props }: AmountProps) => {
  const { form, values } = edited;
  const typed = values[name].trim();
  const amount = typed !== "" && Number(typed) > 0 ? sayValue(name, values) : null;
  return (
    <EditField
      edited={edited}
      name={name}
      label={label}
      hint={
        <>
          {amount && <span className="tabular font-semibold text-ink">{amount} </span>}
          {hint}
        </>
      }
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="decimal"
          step="0.01"
          min={min}
          autoComplete="off"
          aria-required={props.isRequired || undefined}
          readOnly={props.isLocked}
          {...form.register(name, { deps, validate: rule })}
          // The mouse wheel must not change an amount of money.
          onWheel={(event) => event.currentTarget.blur()}
          className={props.isLocked ? "tabular bg-sunken text-ink-soft" : "tabular"}
        />
      )}
    </EditField>
  );
};
