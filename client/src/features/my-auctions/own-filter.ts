// The tab and the search of My Auctions, kept in the address. Values that mean nothing are dropped.

import { type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import { SEARCH_MAX } from "@jara/shared/search-max";

export interface OwnFilter {
  readonly status: AuctionStatus | "";
  readonly search: string;
}

export const readOwnFilter = (params: URLSearchParams): OwnFilter => {
  const status = auctionStatuses.find((known) => known === params.get("status")) ?? "";
  return { status, search: (params.get("search") ?? "").trim().slice(0, SEARCH_MAX) };
};

/** The address of the same page with this filter. */
export const searchOf = ({ status, search }: OwnFilter): string => {
  const params = new URLSearchParams({ ...(status && { status }), ...(search && { search }) });
  return params.size > 0 ? `?${params}` : "?";
};

export const ownKinds: readonly { readonly status: AuctionStatus | ""; readonly label: string }[] = [
  { status: "", label: "All" },
  { status: "draft", label: "Drafts" },
  { status: "active", label: "Live" },
  { status: "paused", label: "Paused" },
  { status: "ended", label: "Ended" },
  { status: "sold", label: "Sold" },
  { status: "cancelled", label: "Cancelled" },
];
