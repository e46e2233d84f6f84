// The filters of Auction Management, kept only in the address. Invalid values in the address are dropped and never sent
// to the server.

import { type Auction, type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import type { SortField } from "@jara/shared/list-orders";
import { foldText, hasWord, searchWords } from "@jara/shared/search-text";
import { choiceIn, pageIn, paramsOf, textIn } from "../../lib/address-filters.ts";

export interface AuctionFilters {
  status: AuctionStatus | "";
  search: string;
  sortBy: SortField;
  sortOrder: "asc" | "desc";
  /** Only drafts that start by themselves. */
  upcoming: boolean;
  limit: PageSize;
  page: number;
}

export const pageSizes = [20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export const noFilters: AuctionFilters = {
  ...{ status: "", search: "", upcoming: false },
  ...{ sortBy: "createdAt", sortOrder: "desc" },
  ...{ limit: 20, page: 1 },
};

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
  const upcoming = params.get("upcoming") === "true";
  return {
    status: upcoming ? "draft" : choiceIn(params, "status", auctionStatuses),
    upcoming,
    search: textIn(params, "search"),
    sortBy: choiceIn(params, "sortBy", Object.keys(sortLabels) as SortField[], noFilters.sortBy),
    sortOrder: choiceIn(params, "sortOrder", ["asc", "desc"], noFilters.sortOrder),
    limit: pageSizes.find((size) => String(size) === params.get("limit")) ?? noFilters.limit,
    page: pageIn(params),
  };
};

export const writeFilters = (filters: AuctionFilters): URLSearchParams => paramsOf(filters, noFilters);

/** True if a filter narrows the list. The order alone does not. */
export const narrows = ({ status, search }: AuctionFilters): boolean => status !== "" || search !== "";

/** True if the list with these filters would have the auction, judged by its status, start and texts. */
export const matches = (auction: Auction, { status, search, upcoming }: AuctionFilters): boolean => {
  if (status !== "" && auction.status !== status) return false;
  if (upcoming && auction.startTime === null) return false;
  const text = foldText([auction.title, auction.description, auction.location].join("\n"));
  return searchWords(search).every((word) => hasWord(text, word));
};
