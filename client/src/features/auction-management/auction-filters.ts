// The filters of Auction Management, kept only in the address. Invalid values in the address are dropped and never sent
// to the server.

import { type Auction, type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import type * as calls from "@jara/shared/calls/auction-management";
import { type SortField, sortFields } from "@jara/shared/list-orders";
import { endedKinds, type LotCounts } from "@jara/shared/rest/admin-auctions";
import { foldText, hasWord, searchWords } from "@jara/shared/search-text";
import { choiceFilter, type FiltersOf, listFilters, pageFilter, textFilter } from "../../lib/address-filters.ts";

export const pageSizes = [20, 50, 100] as const;

export const auctionFilters = listFilters<typeof calls.listAllAuctions>()({
  status: choiceFilter(auctionStatuses),
  /** Only drafts that start by themselves. */
  upcoming: choiceFilter([true], false),
  /** Only ended lots that nobody gets, or whose winner has not paid. */
  ended: choiceFilter(endedKinds),
  sale: textFilter(),
  seller: textFilter(),
  search: textFilter(),
  sortBy: choiceFilter(sortFields, "createdAt"),
  sortOrder: choiceFilter(["asc", "desc"], "desc"),
  limit: choiceFilter(pageSizes, 20),
  page: pageFilter,
});
export type AuctionFilters = FiltersOf<typeof auctionFilters>;

const anyStage = { status: "", upcoming: false, ended: "" } as const;
const ended = { ...anyStage, status: "ended" } as const;

/** The values of the status filters that have a tab with the number of their lots. */
export const lotKinds = [
  { key: "all", label: "All", filter: anyStage },
  { key: "draft", label: "Drafts", filter: { ...anyStage, status: "draft" } },
  { key: "upcoming", label: "Upcoming", filter: { ...anyStage, status: "draft", upcoming: true } },
  { key: "active", label: "Live", filter: { ...anyStage, status: "active" } },
  { key: "paused", label: "Paused", filter: { ...anyStage, status: "paused" } },
  { key: "ended", label: "Ended", filter: ended },
  { key: "awaitingPayment", label: "Awaiting payment", filter: { ...ended, ended: "awaiting-payment" } },
  { key: "unsold", label: "Unsold", filter: { ...ended, ended: "unsold" } },
  { key: "sold", label: "Sold", filter: { ...anyStage, status: "sold" } },
  { key: "cancelled", label: "Cancelled", filter: { ...anyStage, status: "cancelled" } },
] as const satisfies readonly {
  key: keyof LotCounts | "all";
  label: string;
  filter: Pick<AuctionFilters, "status" | "upcoming" | "ended">;
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
  if (filters.upcoming) return { ...filters, status: "draft", ended: "" };
  return filters.ended ? { ...filters, status: "ended" } : filters;
};

/** Returns true if the list with these filters would have the auction, judged by its status, start, winner and texts. */
export const matches = auctionFilters.matching<Auction>({
  status: (auction, status) => auction.status === status,
  upcoming: ({ startTime }) => startTime !== null,
  ended: ({ winner }, kind) => (winner === null) === (kind === "unsold"),
  // An event says neither the sale nor for whom a lot is sold.
  sale: () => false,
  seller: () => false,
  search: (auction, search) => {
    const text = foldText([auction.title, auction.description, auction.location].join("\n"));
    return searchWords(search).every((word) => hasWord(text, word));
  },
});
