// The requests of Auction Management: the list, and what staff do to one auction.
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

export const managedAuctionsQuery = ({ status, search, upcoming, sortBy, sortOrder, limit, page }: AuctionFilters) =>
  queryOptions({
    queryKey: [MANAGED_AUCTIONS, status, search, upcoming, sortBy, sortOrder, limit, page],
    queryFn: async ({ signal }): Promise<AuctionsPage> => {
      const askedAt = performance.now();
      const query = { status, search, sortBy, sortOrder, page, limit, ...(upcoming && { upcoming }) };
      return { ...(await api.get<AdminAuctions>("/auctions/admin/all", query, signal)), askedAt };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const adminPath = (auctionId: string) => `/auctions/admin/${encodeURIComponent(auctionId)}`;

const keyed = (key: string | undefined) => (key === undefined ? {} : { idempotencyKey: key });

/** With a key, the same call again does nothing twice. */
export const updateAuction = async (auctionId: string, body: UpdateAuctionBody, key?: string): Promise<Auction> =>
  (await api.put<{ auction: Auction }>(adminPath(auctionId), body, keyed(key))).auction;

/** The server refuses it if the auction has another status than this one shows. */
export const setStatus = async (
  { _id, status: seen }: Pick<Auction, "_id" | "status">,
  status: AuctionStatus,
  key?: string,
  reason?: string,
): Promise<Auction> => {
  const body = { status, seen, ...(reason && { reason }) };
  return (await api.patch<{ auction: Auction }>(`${adminPath(_id)}/status`, body, keyed(key))).auction;
};

/** `reason`: empty if none was given. */
export const relistAuction = async (auctionId: string, key: string, reason: string): Promise<Auction> => {
  const path = `/auctions/${encodeURIComponent(auctionId)}/relist`;
  return (await api.post<{ auction: Auction }>(path, reason ? { reason } : undefined, { idempotencyKey: key })).auction;
};

export const deleteAuction = (auctionId: string) => api.delete(`/auctions/${encodeURIComponent(auctionId)}`);
