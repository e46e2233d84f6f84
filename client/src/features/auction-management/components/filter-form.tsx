// Filters, order and search for auctions. A choice applies at once, a typed text with Enter or Search. The inputs
// follow the address, so that Back restores them too, and they keep the focus.
import type { SortField } from "@jara/shared/list-orders";
import { SEARCH_MAX } from "@jara/shared/search-max";
import type { FormEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import { type AuctionFilters, narrows, sortLabels, statusChoices } from "../auction-filters.ts";

interface FilterFormProps {
  filters: AuctionFilters;
  onChange: (change: Partial<AuctionFilters>) => void;
}

export const FilterForm = ({ filters, onChange }: FilterFormProps) => {
  const [typed, setTyped, noteSent] = useResettableDraft(filters.search);
  return (
    <search>
      <form
        aria-label="Filter auctions"
        className="grid grid-cols-2 items-end gap-x-2 gap-y-3 lg:flex"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          noteSent(typed.trim());
          onChange({ search: typed.trim() });
        }}
      >
        <Choice
          label="Status"
          className="lg:w-40"
          value={filters.status}
          options={[["", "All Statuses"], ...statusChoices]}
          onChoose={(status) => onChange({ status, upcoming: false })}
        />
        <Choice
          label="Sort by"
          className="lg:w-40"
          value={filters.sortBy}
          options={Object.entries(sortLabels) as [SortField, string][]}
          onChoose={(sortBy) => onChange({ sortBy })}
        />
        <Choice
          label="Order"
          className="col-span-2 sm:col-span-1 lg:w-36"
          value={filters.sortOrder}
          options={[
            ["desc", "Descending"],
            ["asc", "Ascending"],
          ]}
          onChoose={(sortOrder) => onChange({ sortOrder })}
        />
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
