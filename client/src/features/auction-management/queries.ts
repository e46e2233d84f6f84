// The requests of Auction Management: the list, and what an administrator does to one auction.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { AdminAuctions } from "@jara/shared/rest/admin-auctions";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import type { AuctionFilters } from "./auction-filters.ts";

/** The first part of the keys of all pages and filters. */
export const MANAGED_AUCTIONS = "admin-auctions";

/** `askedAt`: the time of the request, by performance.now. */
export type AuctionsPage = AdminAuctions & { askedAt: number };

export const managedAuctionsQuery = ({ status, search, sortBy, sortOrder, page }: AuctionFilters) =>
  queryOptions({
    queryKey: [MANAGED_AUCTIONS, status, search, sortBy, sortOrder, page],
    queryFn: async ({ signal }): Promise<AuctionsPage> => {
      const askedAt = performance.now();
      const query = { status, search, sortBy, sortOrder, page, limit: 20 };
      return { ...(await api.get<AdminAuctions>("/auctions/admin/all", query, signal)), askedAt };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const adminPath = (auctionId: string) => `/auctions/admin/${encodeURIComponent(auctionId)}`;

export const updateAuction = async (auctionId: string, body: UpdateAuctionBody): Promise<Auction> =>
  (await api.put<{ auction: Auction }>(adminPath(auctionId), body)).auction;

export const setStatus = async (auctionId: string, status: AuctionStatus): Promise<Auction> =>
  (await api.patch<{ auction: Auction }>(`${adminPath(auctionId)}/status`, { status })).auction;

export const deleteAuction = (auctionId: string) => api.delete(`/auctions/${encodeURIComponent(auctionId)}`);
