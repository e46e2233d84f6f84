// Filters and search for settlements. A choice applies at once, a typed text with Enter or Search. The inputs follow
// the address, so that Back restores them too, and they keep the focus.

import { settlementKinds, settlementStatuses } from "@jara/shared/rest/settlements";
import { SEARCH_MAX } from "@jara/shared/search-max";
import type { FormEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { Choice, optionsOf } from "../../../ui/choice.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import { narrows, type SettlementFilters } from "../settlement-filters.ts";
import { kindLabels, statusLabels } from "../settlement-words.ts";

interface SettlementFilterFormProps {
  filters: SettlementFilters;
  onChange: (change: Partial<SettlementFilters>) => void;
}

export const SettlementFilterForm = ({ filters, onChange }: SettlementFilterFormProps) => {
  const [typed, setTyped, noteSent] = useResettableDraft(filters.q);
  return (
    <search>
      <form
        aria-label="Filter settlements"
        className="grid grid-cols-2 items-end gap-x-2 gap-y-3 md:flex"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          noteSent(typed.trim());
          onChange({ q: typed.trim() });
        }}
      >
        <Choice
          label="Status"
          className="md:w-36"
          value={filters.status}
          options={optionsOf("All statuses", settlementStatuses, (status) => statusLabels[status])}
          onChoose={(status) => onChange({ status })}
        />
        <Choice
          label="What"
          className="md:w-36"
          value={filters.kind}
          options={optionsOf("All kinds", settlementKinds, (kind) => kindLabels[kind])}
          onChoose={(kind) => onChange({ kind })}
        />
        <div className="col-span-2 flex min-w-0 gap-2 md:flex-1">
          <SearchInput
            aria-label="Search settlements"
            placeholder="Title, name, email or reference"
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
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
