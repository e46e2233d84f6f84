// A day whose choice applies at once, for lists with a period in their address.
import type { ReactNode } from "react";
import { Field, Input } from "./field.tsx";
import { useResettableDraft } from "./use-resettable-draft.ts";

/** The browser reports each digit of a typed year, so that "2" is the year 2. */
const FIRST_DAY = "1900-01-01";

interface DayFieldProps {
  label: string;
  className?: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Gets an empty text when the day is removed. */
  onDay: (day: string) => void;
}

export const DayField = ({ label, className, value, min, max, onDay }: DayFieldProps) => {
  const [typed, setTyped, noteSent] = useResettableDraft(value);
  const type = (day: string) => {
    setTyped(day);
    if (day !== "" && day < FIRST_DAY) return;
    noteSent(day);
    onDay(day);
  };
  return (
    <Field label={label} {...(className && { className })}>
      <Input type="date" value={typed} min={min} max={max} onChange={({ target }) => type(target.value)} />
    </Field>
  );
};

interface DayRangeProps {
  from: string;
  to: string;
  onChange: (days: { from: string; to: string }) => void;
  children?: ReactNode;
}

/** A day beyond the other one moves both, so that the period is never empty. */
export const DayRange = ({ from, to, onChange, children }: DayRangeProps) => (
  <div className="grid grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap">
    <DayField
      label="From"
      className="sm:w-44"
      value={from}
      onDay={(day) => day && onChange({ from: day, to: day > to ? day : to })}
    />
    <DayField
      label="To"
      className="sm:w-44"
      value={to}
      onDay={(day) => day && onChange({ from: day < from ? day : from, to: day })}
    />
    {children}
  </div>
);
