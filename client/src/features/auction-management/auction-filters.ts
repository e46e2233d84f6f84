// The filters of Auction Management, kept only in the address. Invalid values in the address are dropped and never sent
// to the server.
import { type Auction, type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import type { SortField } from "@jara/shared/list-orders";

export interface AuctionFilters {
  status: AuctionStatus | "";
  search: string;
  sortBy: SortField;
  sortOrder: "asc" | "desc";
  page: number;
}

export const noFilters: AuctionFilters = { status: "", search: "", sortBy: "createdAt", sortOrder: "desc", page: 1 };

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

export const SEARCH_MAX = 200;

const oneOf = <T extends string, D>(values: readonly T[], value: string | null, otherwise: D): T | D =>
  values.find((known) => known === value) ?? otherwise;

export const readFilters = (params: URLSearchParams): AuctionFilters => {
  const page = params.get("page") ?? "";
  return {
    status: oneOf(auctionStatuses, params.get("status"), ""),
    search: (params.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    sortBy: oneOf(Object.keys(sortLabels) as SortField[], params.get("sortBy"), noFilters.sortBy),
    sortOrder: oneOf(["asc", "desc"], params.get("sortOrder"), noFilters.sortOrder),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
};

/** Writes only the values that differ from the default. */
export const writeFilters = (filters: AuctionFilters): URLSearchParams => {
  const params = new URLSearchParams();
  for (const name of ["status", "search", "sortBy", "sortOrder", "page"] as const) {
    if (filters[name] !== noFilters[name]) params.set(name, String(filters[name]));
  }
  return params;
};

/** True if a filter narrows the list. The order alone does not. */
export const narrows = ({ status, search }: AuctionFilters): boolean => status !== "" || search !== "";

/** True if the server's search would find the auction. */
export const matches = (auction: Auction, { status, search }: AuctionFilters): boolean => {
  if (status !== "" && auction.status !== status) return false;
  const text = search.toLowerCase();
  return [auction.title, auction.description, auction.location].some((part) => part?.toLowerCase().includes(text));
};
