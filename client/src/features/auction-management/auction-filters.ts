// The filters of Auction Management, kept only in the address. Invalid values in the address are dropped and never sent
// to the server.

import { type Auction, type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import type * as calls from "@jara/shared/calls/auction-management";
import { type SortField, sortFields } from "@jara/shared/list-orders";
import { foldText, hasWord, searchWords } from "@jara/shared/search-text";
import { choiceFilter, type FiltersOf, listFilters, pageFilter, textFilter } from "../../lib/address-filters.ts";

export const pageSizes = [20, 50, 100] as const;

export const auctionFilters = listFilters<typeof calls.listAllAuctions>()({
  status: choiceFilter(auctionStatuses),
  /** Only drafts that start by themselves. */
  upcoming: choiceFilter([true], false),
  search: textFilter(),
  sortBy: choiceFilter(sortFields, "createdAt"),
  sortOrder: choiceFilter(["asc", "desc"], "desc"),
  limit: choiceFilter(pageSizes, 20),
  page: pageFilter,
});
export type AuctionFilters = FiltersOf<typeof auctionFilters>;

/** The values of the status filter that have a tab with the number of their lots. */
export const lotKinds = [
  { key: "all", label: "All", filter: { status: "", upcoming: false } },
  { key: "draft", label: "Drafts", filter: { status: "draft", upcoming: false } },
  { key: "upcoming", label: "Upcoming", filter: { status: "draft", upcoming: true } },
  { key: "active", label: "Live", filter: { status: "active", upcoming: false } },
  { key: "paused", label: "Paused", filter: { status: "paused", upcoming: false } },
  { key: "ended", label: "Ended", filter: { status: "ended", upcoming: false } },
  { key: "sold", label: "Sold", filter: { status: "sold", upcoming: false } },
  { key: "cancelled", label: "Cancelled", filter: { status: "cancelled", upcoming: false } },
] as const satisfies readonly {
  key: AuctionStatus | "all" | "upcoming";
  label: string;
  filter: Pick<AuctionFilters, "status" | "upcoming">;
}[];

export const sortLabels: Record<SortField, string> = {
  createdAt: "Created Date",
  endTime: "End Time",
  startingPrice: "Starting Price",
  currentPrice: "Current Price",
  title: "Title",
};

/** The statuses in the spec's list, and paused. */
export const statusChoices: [AuctionStatus, string][] = [
  ["active", "Active"],
  ["draft", "Draft"],
  ["paused", "Paused"],
  ["ended", "Ended"],
  ["cancelled", "Cancelled"],
  ["sold", "Sold"],
];

export const readFilters = (params: URLSearchParams): AuctionFilters => {
  const filters = auctionFilters.read(params);
  return filters.upcoming ? { ...filters, status: "draft" } : filters;
};

/** Returns true if the list with these filters would have the auction, judged by its status, start and texts. */
export const matches = auctionFilters.matching<Auction>({
  status: (auction, status) => auction.status === status,
  upcoming: ({ startTime }) => startTime !== null,
  search: (auction, search) => {
    const text = foldText([auction.title, auction.description, auction.location].join("\n"));
    return searchWords(search).every((word) => hasWord(text, word));
  },
});
