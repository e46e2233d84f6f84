// The fields of a lot's form by their kind: text, choice, amount, time and whole number. Each shows its label, its error
// and, while a lot is edited, the value that somebody else saved meanwhile.
import { formatMoney } from "@jara/shared/money";
import type { ReactNode } from "react";
import { type RegisterOptions, useController, useWatch } from "react-hook-form";
import { cx } from "../../lib/cx.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Button } from "../../ui/button.tsx";
import { CharCount } from "../../ui/char-count.tsx";
import { Field, Input, Select, Textarea } from "../../ui/field.tsx";
import type { LotFields } from "./lot-fields.ts";
import { type AmountName, amountOf, type FieldName, type LotForm } from "./lot-form.ts";
import { lotTexts, type TextName, textLabel } from "./lot-texts.ts";
import { validation } from "./rules.ts";
import { sayValue } from "./say-value.ts";

interface FieldProps<Name extends FieldName> {
  lot: LotFields;
  name: Name;
  label: string;
  hint?: ReactNode;
  /** Beside the label. */
  aside?: ReactNode;
  isLocked?: boolean;
  className?: string | undefined;
}

type LotFieldProps = Omit<FieldProps<FieldName>, "isLocked"> & { children: ReactNode };

const LotField = ({ lot, name, className, children, ...field }: LotFieldProps) => (
  <div className={className}>
    <Field {...field} error={lot.form.formState.errors[name]?.message}>
      {children}
    </Field>
    <Conflict lot={lot} name={name} label={field.label} />
  </div>
);

export const Conflict = ({ lot: { edited }, name, label }: Pick<FieldProps<FieldName>, "lot" | "name" | "label">) =>
  edited && (
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

export const TextField = ({ lot, name, className }: Pick<FieldProps<TextName>, "lot" | "name" | "className">) => {
  const { form, edited } = lot;
  const { max, isRequired, isLong, hint, placeholder } = lotTexts[name];
  const typed = useWatch({ control: form.control, name });
  const given = {
    "aria-required": isRequired || undefined,
    placeholder: edited ? undefined : placeholder,
    ...form.register(name, { validate: validation(name, edited?.auction) }),
  };
  return (
    <LotField
      lot={lot}
      name={name}
      label={textLabel(name)}
      aside={<CharCount used={typed.length} max={max} />}
      hint={edited ? undefined : hint}
      className={className}
    >
      {isLong ? <Textarea {...given} /> : <Input autoComplete="off" {...given} />}
    </LotField>
  );
};

interface ChoiceFieldProps
  extends FieldProps<"condition" | "currency" | "incrementKind" | "softCloseWindow" | "status"> {
  choices: readonly (readonly [value: string, label: string])[];
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Fields whose rule depends on this field. */
  deps?: FieldName[];
  onChosen?: () => void;
}

/** A locked field offers its present value alone. */
export const ChoiceField = ({ lot, name, choices, isLocked = false, deps = [], ...props }: ChoiceFieldProps) => {
  const { isRequired, isDisabled, onChosen, ...shown } = props;
  const { field } = useController({ control: lot.form.control, name, rules: { deps } });
  return (
    <LotField lot={lot} name={name} {...shown}>
      <Select
        {...field}
        disabled={isDisabled}
        aria-required={isRequired || undefined}
        aria-disabled={isLocked || undefined}
        className={isLocked ? "bg-sunken text-ink-soft" : ""}
        onChange={(event) => {
          field.onChange(event);
          onChosen?.();
        }}
      >
        {choices
          .filter(([value]) => !isLocked || value === field.value)
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </Select>
    </LotField>
  );
};

interface AmountFieldProps extends FieldProps<AmountName> {
  isRequired?: boolean;
  deps?: AmountName[];
}

/** The typed amount is repeated below as money, so that zeros are easy to count. */
export const AmountField = ({ lot, name, hint, isRequired, isLocked, deps = [], ...shown }: AmountFieldProps) => {
  const { control } = lot.form;
  const currency = useWatch({ control, name: "currency" });
  const { field } = useController({ control, name, rules: { deps, validate: validation(name, lot.edited?.auction) } });
  const amount = amountOf(field.value);
  return (
    <LotField
      lot={lot}
      name={name}
      {...shown}
      hint={
        <>
          {amount !== null && <span className="tabular font-semibold text-ink">{formatMoney(amount, currency)} </span>}
          {hint}
        </>
      }
    >
      <AmountInput
        ref={field.ref}
        name={name}
        currency={currency}
        min={0.01}
        aria-required={isRequired || undefined}
        readOnly={isLocked}
        typed={field.value}
        onType={field.onChange}
        onBlur={field.onBlur}
        className={isLocked ? "text-ink-soft" : undefined}
      />
    </LotField>
  );
};

interface TimeFieldProps extends FieldProps<"startTime" | "endTime"> {
  rules?: Pick<RegisterOptions<LotForm, "startTime" | "endTime">, "deps" | "validate">;
}

/** A time in Lagos. */
export const TimeField = ({ lot, name, isLocked, rules = {}, ...shown }: TimeFieldProps) => (
  <LotField lot={lot} name={name} {...shown}>
    <Input
      type="datetime-local"
      readOnly={isLocked}
      {...lot.form.register(name, rules)}
      className={cx("tabular", isLocked && "bg-sunken text-ink-soft")}
    />
  </LotField>
);

interface WholeFieldProps extends FieldProps<"duration" | "softCloseCap"> {
  max?: number;
}

export const WholeField = ({ lot, name, max, isLocked, ...shown }: WholeFieldProps) => (
  <LotField lot={lot} name={name} {...shown}>
    <Input
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      readOnly={isLocked}
      {...lot.form.register(name, { validate: validation(name) })}
      onWheel={(event) => event.currentTarget.blur()}
      className={cx("tabular", isLocked && "bg-sunken text-ink-soft")}
    />
  </LotField>
);
