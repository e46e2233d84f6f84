// The tabs and the search over the cards of My Auctions.
import { useNavigate } from "#router";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { SearchBar } from "../../ui/search-bar.tsx";
import { type OwnFilter, ownKinds, searchOf } from "./own-filter.ts";
import { useOwnCounts } from "./use-my-auctions.ts";

export const FilterBar = ({ filter }: { filter: OwnFilter }) => {
  const counts = useOwnCounts();
  const navigate = useNavigate();
  const find = (search: string) => void navigate(searchOf({ ...filter, search }), { preventScrollReset: true });
  const totalOf = (each: NonNullable<typeof counts>) => Object.values(each).reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CountTabs
        label="Kinds of auctions"
        tabs={ownKinds.map(({ status, label }) => ({
          key: label,
          label,
          to: searchOf({ ...filter, status }),
          isChosen: filter.status === status,
          count: counts && (status === "" ? totalOf(counts) : counts[status]),
        }))}
      />
      <SearchBar
        label="Search your auctions"
        placeholder="Words of a title"
        search={filter.search}
        onSearch={find}
        className="md:max-w-md"
      />
    </div>
  );
};
