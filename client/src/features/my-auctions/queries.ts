// The requests of My Auctions: the auctions that the person created, and the cancellation of one. The requests for
// auctions that a user bid on are in features/my-bids.
import type { Auction } from "@jara/shared/auction";
import type { OwnCounts } from "@jara/shared/rest/admin-auctions";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { ownListQuery } from "../../queries/own-list.ts";
import type { OwnFilter } from "./own-filter.ts";

/** The page size is limited because each card listens to events and counts down. */
const PAGE_SIZE = 24;

const PATH = "/auctions/user/my-auctions";

export const myAuctionsQuery = ({ status, search }: OwnFilter) =>
  ownListQuery<Auction>(["my-auctions", status, search], PATH, PAGE_SIZE, {
    ...(status && { status }),
    ...(search && { search }),
  });

export const ownCountsQuery = queryOptions({
  queryKey: ["my-auctions", "counts"],
  queryFn: async ({ signal }) => (await api.get<{ counts: OwnCounts }>(`${PATH}/counts`, undefined, signal)).counts,
});

export const cancelAuction = async (auctionId: string): Promise<Auction> =>
  (await api.patch<{ auction: Auction }>(`/auctions/${encodeURIComponent(auctionId)}/cancel`)).auction;
