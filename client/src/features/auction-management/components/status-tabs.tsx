// The kinds of lots as tabs with their numbers. A tab sets the status filter.
import type { LotCounts } from "@jara/shared/rest/admin-auctions";
import { CountTabs } from "../../../ui/count-tabs.tsx";
import { type AuctionFilters, lotKinds } from "../auction-filters.ts";

interface StatusTabsProps {
  filters: AuctionFilters;
  /** Undefined while they are not known; null if a search finds too many. */
  counts: LotCounts | null | undefined;
  addressOf: (change: Partial<AuctionFilters>) => string;
}

const totalOf = (counts: LotCounts): number => {
  const { upcoming: _amongDrafts, ...each } = counts;
  return Object.values(each).reduce((sum, count) => sum + count, 0);
};

export const StatusTabs = ({ filters, counts, addressOf }: StatusTabsProps) => (
  <CountTabs
    label="Kinds of lots"
    tabs={lotKinds.map(({ key, label, filter }) => ({
      key,
      label,
      to: addressOf({ ...filter, page: 1 }),
      isChosen: filters.status === filter.status && filters.upcoming === filter.upcoming,
      count: counts && (key === "all" ? totalOf(counts) : counts[key]),
    }))}
  />
);
