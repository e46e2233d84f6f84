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
  const { draft, active, paused, ended, cancelled, sold } = counts;
  return draft + active + paused + ended + cancelled + sold;
};

export const StatusTabs = ({ filters, counts, addressOf }: StatusTabsProps) => (
  <CountTabs
    label="Kinds of lots"
    tabs={lotKinds.map(({ key, label, filter }) => ({
      key,
      label,
      to: addressOf({ ...filter, page: 1 }),
      isChosen:
        filters.status === filter.status && filters.upcoming === filter.upcoming && filters.ended === filter.ended,
      count: counts && (key === "all" ? totalOf(counts) : counts[key]),
    }))}
  />
);
