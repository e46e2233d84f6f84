// Filters and search of the settlements. A choice counts at once, a typed text with Enter or Search. The boxes follow the
// address, so that Back shows in them too, and they keep the focus.
import { settlementKinds, settlementStatuses } from "@jara/shared/rest";
import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Input, Select } from "../../ui/field.tsx";
import { narrows, SEARCH_MAX, type SettlementFilters } from "./settlement-filters.ts";
import { kindLabels, statusLabels } from "./settlement-words.ts";

interface SettlementFilterFormProps {
  filters: SettlementFilters;
  onChange: (change: Partial<SettlementFilters>) => void;
}

export const SettlementFilterForm = ({ filters, onChange }: SettlementFilterFormProps) => {
  const [typed, setTyped] = useState(filters.q);
  const [shown, setShown] = useState(filters.q);
  if (shown !== filters.q) {
    setShown(filters.q);
    setTyped(filters.q);
  }
  return (
    <search>
      <form
        aria-label="Filter settlements"
        className="grid grid-cols-2 items-end gap-x-2 gap-y-3 md:flex"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onChange({ q: typed.trim() });
        }}
      >
        <Field label="Status" className="md:w-36">
          {(control) => (
            <Select
              {...control}
              value={filters.status}
              onChange={({ target }) => onChange({ status: target.value as SettlementFilters["status"] })}
            >
              <option value="">All statuses</option>
              {settlementStatuses.map((status) => (
                <option key={status} value={status}>
                  {statusLabels[status]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="What" className="md:w-36">
          {(control) => (
            <Select
              {...control}
              value={filters.kind}
              onChange={({ target }) => onChange({ kind: target.value as SettlementFilters["kind"] })}
            >
              <option value="">All kinds</option>
              {settlementKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindLabels[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="col-span-2 flex min-w-0 gap-2 md:flex-1">
          <div className="relative min-w-0 flex-1">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
            <Input
              type="search"
              aria-label="Search settlements"
              placeholder="Title, name or email"
              enterKeyHint="search"
              maxLength={SEARCH_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="pl-10"
            />
          </div>
          <Button type="submit">Search</Button>
          {narrows(filters) && (
            <Button variant="ghost" onClick={() => onChange({ status: "", kind: "", q: "" })}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  );
};
