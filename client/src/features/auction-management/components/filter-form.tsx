// Filters, order and search for auctions. A choice applies at once, a typed text with Enter or Search. The inputs
// follow the address, so that Back restores them too, and they keep the focus.
import { SEARCH_MAX } from "@jara/shared/search-max";
import type { FormEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import { type AuctionFilters, narrows, sortLabels, statusChoices } from "../auction-filters.ts";

interface FilterFormProps {
  filters: AuctionFilters;
  onChange: (change: Partial<AuctionFilters>) => void;
}

export const FilterForm = ({ filters, onChange }: FilterFormProps) => {
  const [typed, setTyped] = useResettableDraft(filters.search);
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
              onChange={({ target }) => onChange({ status: target.value as AuctionFilters["status"], upcoming: false })}
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
          <SearchInput
            aria-label="Search auctions"
            placeholder="Title, buyer, lot number or id"
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">Search</Button>
          {narrows(filters) && (
            <Button variant="ghost" onClick={() => onChange({ status: "", upcoming: false, search: "" })}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  );
};
