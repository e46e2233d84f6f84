// The inputs of a lot's condition report: only the fields that lots of its categories have.
import type { Category } from "@jara/shared/categories";
import { type ReportFieldName, reportFieldOf, reportFieldsFor } from "@jara/shared/condition-fields";
import { reportError, type TypedReport } from "@jara/shared/typed-report";
import { useState } from "react";
import { CharCount } from "../ui/char-count.tsx";
import { Field, Input, Select, Textarea } from "../ui/field.tsx";

interface ReportInputsProps {
  categories: readonly Category[];
  value: TypedReport;
  onChange: (value: TypedReport) => void;
  /** Shows what is wrong in fields that were not left yet, too. */
  showsErrors: boolean;
}

export const ReportInputs = ({ categories, value, onChange, showsErrors }: ReportInputsProps) => (
  <fieldset className="grid min-w-0 gap-4">
    <legend className="mb-1 font-semibold">Condition report (optional)</legend>
    <p className="text-ink-soft text-sm">
      Fill in what somebody looked at. Bidders see it as a list, and can search by it.
    </p>
    <div className="grid gap-4 sm:grid-cols-2">
      {reportFieldsFor(categories).map((name) => (
        <ReportInput
          key={name}
          name={name}
          typed={value[name] ?? ""}
          showsErrors={showsErrors}
          onType={(typed) => onChange({ ...value, [name]: typed })}
        />
      ))}
    </div>
  </fieldset>
);

interface ReportInputProps {
  name: ReportFieldName;
  typed: string;
  showsErrors: boolean;
  onType: (typed: string) => void;
}

const ReportInput = ({ name, typed, showsErrors, onType }: ReportInputProps) => {
  const [wasLeft, setWasLeft] = useState(false);
  const field = reportFieldOf(name);
  const unit = field.kind === "whole" && field.unit !== "" ? ` (${field.unit})` : "";
  const common = { value: typed, onBlur: () => setWasLeft(true) };
  return (
    <Field
      label={`${field.label}${unit}`}
      error={wasLeft || showsErrors ? reportError(name, typed) : null}
      aside={field.kind === "text" && <CharCount used={typed.length} max={field.max} />}
      className={field.kind === "text" ? "sm:col-span-2" : ""}
    >
      {field.kind === "choice" ? (
        <Select {...common} onChange={({ target }) => onType(target.value)}>
          <option value="">Not specified</option>
          {Object.entries(field.choices).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </Select>
      ) : field.kind === "text" ? (
        <Textarea {...common} className="min-h-20" onChange={({ target }) => onType(target.value)} />
      ) : (
        <Input
          {...common}
          autoComplete="off"
          inputMode={field.kind === "whole" ? "numeric" : "text"}
          className={field.kind === "vin" ? "tabular uppercase" : "tabular"}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
};
