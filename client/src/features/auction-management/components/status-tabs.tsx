// The kinds of lots as tabs with their numbers. A tab is a link that sets the status filter, so Back works.
import type { LotCounts } from "@jara/shared/rest/admin-auctions";
import { Link } from "react-router-dom";
import { cx } from "../../../lib/cx.ts";
import { type AuctionFilters, lotKinds } from "../auction-filters.ts";

interface StatusTabsProps {
  filters: AuctionFilters;
  counts: LotCounts | undefined;
  addressOf: (change: Partial<AuctionFilters>) => string;
}

const totalOf = (counts: LotCounts): number => {
  const { upcoming: _amongDrafts, ...each } = counts;
  return Object.values(each).reduce((sum, count) => sum + count, 0);
};

export const StatusTabs = ({ filters, counts, addressOf }: StatusTabsProps) => (
  <nav aria-label="Kinds of lots" className="-mx-4 overflow-x-auto px-4">
    <ul className="flex min-w-max gap-1 border-line border-b">
      {lotKinds.map(({ key, label, filter }) => {
        const isChosen = filters.status === filter.status && filters.upcoming === filter.upcoming;
        const count = counts && (key === "all" ? totalOf(counts) : counts[key]);
        return (
          <li key={key}>
            <Link
              to={addressOf({ ...filter, page: 1 })}
              preventScrollReset
              aria-current={isChosen ? "page" : undefined}
              className={cx(
                "-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 font-semibold text-sm",
                isChosen ? "border-brand text-ink" : "border-transparent text-ink-soft hover:text-ink",
              )}
            >
              {label}
              <span className="tabular min-w-6 rounded-box bg-sunken px-1.5 py-0.5 text-center text-xs">
                {count === undefined ? "…" : count.toLocaleString("en-NG")}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  </nav>
);
