// The links that choose the number of rows on a page of Auction Management.

import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { type AuctionFilters, pageSizes } from "../auction-filters.ts";

interface PageSizeProps {
  filters: AuctionFilters;
  addressOf: (change: Partial<AuctionFilters>) => string;
}

export const PageSizes = ({ filters, addressOf }: PageSizeProps) => (
  <nav aria-label="Rows on a page" className="flex items-center gap-1 text-ink-soft text-sm">
    <span aria-hidden className="mr-1">
      Rows
    </span>
    {pageSizes.map((limit) => (
      <Link
        key={limit}
        to={addressOf({ limit, page: 1 })}
        preventScrollReset
        aria-current={limit === filters.limit ? "true" : undefined}
        className={cx(
          "tabular grid min-h-11 min-w-11 place-items-center rounded-box px-2 font-semibold pointer-fine:min-h-9",
          limit === filters.limit ? "bg-sunken text-ink" : "hover:bg-sunken hover:text-ink",
        )}
      >
        {limit}
      </Link>
    ))}
  </nav>
);
