// The filters of the statement: the month, with links to the ones beside it, and the kind of entries. Each choice
// applies at once.
import { causeKinds, causeKindWords } from "@jara/shared/ledger-causes";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Choice, optionsOf } from "../../ui/choice.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { monthBeside, monthsToChoose, monthWords, type StatementFilters, writeFilters } from "./statement-filters.ts";

interface StatementFilterFormProps {
  filters: StatementFilters;
  current: string;
  /** Null while it is not known. */
  firstAt: string | null;
  onChange: (change: Partial<StatementFilters>) => void;
}

export const StatementFilterForm = ({ filters, current, firstAt, onChange }: StatementFilterFormProps) => {
  const { month, kind } = filters;
  const months = monthsToChoose(firstAt, current, month);
  const beside = (by: 1 | -1): string | null => {
    if (month === null) return null;
    const other = monthBeside(month, by);
    return months.includes(other) ? `?${writeFilters({ ...filters, month: other, page: 1 })}` : null;
  };
  return (
    <form aria-label="Filter the statement" className="grid gap-x-4 gap-y-3 sm:flex sm:items-end">
      <Field label="Month" className="sm:w-80">
        <span className="flex flex-wrap gap-2">
          <Select
            className="flex-1 basis-[10rem]"
            value={month ?? "all"}
            onChange={({ target }) => onChange({ month: target.value === "all" ? null : target.value })}
          >
            <option value="all">All months</option>
            {months.map((one) => (
              <option key={one} value={one}>
                {monthWords(one)}
              </option>
            ))}
          </Select>
          <Step to={beside(-1)} label="Month before">
            <ChevronLeft aria-hidden className="size-5" />
          </Step>
          <Step to={beside(1)} label="Month after">
            <ChevronRight aria-hidden className="size-5" />
          </Step>
        </span>
      </Field>
      <Choice
        label="Show"
        className="sm:w-64"
        value={kind}
        options={optionsOf("Everything", causeKinds, (one) => causeKindWords[one])}
        onChoose={(one) => onChange({ kind: one })}
      />
    </form>
  );
};

const Step = ({ to, label, children }: { to: string | null; label: string; children: ReactNode }) => {
  if (to === null) {
    return (
      <Button variant="secondary" disabled aria-label={label} className="shrink-0">
        {children}
      </Button>
    );
  }
  return (
    <Link to={to} aria-label={label} preventScrollReset className={`${buttonClass("secondary")} shrink-0`}>
      {children}
    </Link>
  );
};
