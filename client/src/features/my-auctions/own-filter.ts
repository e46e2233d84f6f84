// The tab and the search of My Auctions, from the address.

import { type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import type * as calls from "@jara/shared/calls/auctions";
import { choiceFilter, type FiltersOf, listFilters, textFilter } from "../../lib/address-filters.ts";

export const ownFilters = listFilters<typeof calls.listMyAuctions, "page" | "limit">()({
  status: choiceFilter(auctionStatuses),
  search: textFilter(),
});
export type OwnFilter = FiltersOf<typeof ownFilters>;

/** The address of the same page with this filter. */
export const searchOf = (filter: OwnFilter): string => `?${ownFilters.write(filter)}`;

export const ownKinds: readonly { readonly status: AuctionStatus | ""; readonly label: string }[] = [
  { status: "", label: "All" },
  { status: "draft", label: "Drafts" },
  { status: "active", label: "Live" },
  { status: "paused", label: "Paused" },
  { status: "ended", label: "Ended" },
  { status: "sold", label: "Sold" },
  { status: "cancelled", label: "Cancelled" },
];
