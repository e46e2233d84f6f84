// The tab and the search of My Auctions, from the address.

import { type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import { choiceIn, paramsOf, textIn } from "../../lib/address-filters.ts";

export interface OwnFilter {
  readonly status: AuctionStatus | "";
  readonly search: string;
}

export const readOwnFilter = (params: URLSearchParams): OwnFilter => ({
  status: choiceIn(params, "status", auctionStatuses),
  search: textIn(params, "search"),
});

/** The address of the same page with this filter. */
export const searchOf = (filter: OwnFilter): string => `?${paramsOf(filter)}`;

export const ownKinds: readonly { readonly status: AuctionStatus | ""; readonly label: string }[] = [
  { status: "", label: "All" },
  { status: "draft", label: "Drafts" },
  { status: "active", label: "Live" },
  { status: "paused", label: "Paused" },
  { status: "ended", label: "Ended" },
  { status: "sold", label: "Sold" },
  { status: "cancelled", label: "Cancelled" },
];
