// The rails above the list of all lots.
import { noFilters } from "../../features/search/filters.ts";
import { endingSoon } from "../../features/search/queries.ts";
import { Rail } from "./rail.tsx";

const rails = [
  { title: "Ending soon", filters: endingSoon },
  { title: "Just listed", filters: { ...noFilters, sortBy: "createdAt" as const } },
  { title: "No reserve", filters: { ...noFilters, hasReserve: "false" as const } },
];

/** `whole`: how many rails may show all their cards. Of the others only the first shows cards, those of the first view. */
export const Rails = ({ whole }: { whole: number }) => (
  <div className="grid grid-cols-1 gap-4 md:gap-8">
    {rails.map((rail, index) => (
      <Rail key={rail.title} {...rail} isFirst={index === 0} isBegun={index >= whole} />
    ))}
  </div>
);
