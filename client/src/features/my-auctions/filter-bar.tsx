// The tabs and the search over the cards of My Auctions.
import type { FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../ui/button.tsx";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { useResettableDraft } from "../../ui/use-resettable-draft.ts";
import { type OwnFilter, ownKinds, SEARCH_MAX, searchOf } from "./own-filter.ts";
import { useOwnCounts } from "./use-my-auctions.ts";

export const FilterBar = ({ filter }: { filter: OwnFilter }) => {
  const counts = useOwnCounts();
  const navigate = useNavigate();
  const [typed, setTyped] = useResettableDraft(filter.search);
  const find = (search: string) => void navigate(searchOf({ ...filter, search }), { preventScrollReset: true });
  const totalOf = (each: NonNullable<typeof counts>) => Object.values(each).reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CountTabs
        label="Kinds of auctions"
        tabs={ownKinds.map(({ status, label }) => ({
          ...{ key: label, label, to: searchOf({ ...filter, status }), isChosen: filter.status === status },
          count: counts && (status === "" ? totalOf(counts) : counts[status]),
        }))}
      />
      <search>
        <form
          className="flex gap-2 md:max-w-md"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            find(typed.trim());
          }}
        >
          <SearchInput
            aria-label="Search your auctions"
            placeholder="Words of a title"
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              if (target.value === "" && filter.search) find("");
            }}
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
      </search>
    </div>
  );
};
