// Filters, order and search of the auctions. A choice counts at once, a typed text with Enter or Search. The boxes follow
// the address, so that Back shows in them too, and they keep the focus.
import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Input, Select } from "../../ui/field.tsx";
import { type AuctionFilters, narrows, SEARCH_MAX, sortLabels, statusChoices } from "./auction-filters.ts";

interface FilterFormProps {
  filters: AuctionFilters;
  onChange: (change: Partial<AuctionFilters>) => void;
}

export const FilterForm = ({ filters, onChange }: FilterFormProps) => {
  const [typed, setTyped] = useState(filters.search);
  const [shown, setShown] = useState(filters.search);
  if (shown !== filters.search) {
    setShown(filters.search);
    setTyped(filters.search);
  }
  return (
    <search>
      <form
        aria-label="Filter auctions"
        className="grid grid-cols-2 items-end gap-x-2 gap-y-3 lg:flex"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onChange({ search: typed.trim() });
        }}
      >
        <Field label="Status" className="lg:w-40">
          {(control) => (
            <Select
              {...control}
              value={filters.status}
              onChange={({ target }) => onChange({ status: target.value as AuctionFilters["status"] })}
            >
              <option value="">All Statuses</option>
              {statusChoices.map(([status, label]) => (
                <option key={status} value={status}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Sort by" className="lg:w-40">
          {(control) => (
            <Select
              {...control}
              value={filters.sortBy}
              onChange={({ target }) => onChange({ sortBy: target.value as AuctionFilters["sortBy"] })}
            >
              {Object.entries(sortLabels).map(([field, label]) => (
                <option key={field} value={field}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Order" className="col-span-2 sm:col-span-1 lg:w-36">
          {(control) => (
            <Select
              {...control}
              value={filters.sortOrder}
              onChange={({ target }) => onChange({ sortOrder: target.value as AuctionFilters["sortOrder"] })}
            >
              <option value="desc">Descending</option>
              <option value="asc">Ascending</option>
            </Select>
          )}
        </Field>
        <div className="col-span-2 flex min-w-0 gap-2 sm:col-span-1 lg:flex-1">
          <div className="relative min-w-0 flex-1">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
            <Input
              type="search"
              aria-label="Search auctions"
              placeholder="Title, description or location"
              enterKeyHint="search"
              maxLength={SEARCH_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="pl-10"
            />
          </div>
          <Button type="submit">Search</Button>
          {narrows(filters) && (
            <Button variant="ghost" onClick={() => onChange({ status: "", search: "" })}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  );
};
