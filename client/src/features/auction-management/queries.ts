// The requests of Auction Management: the list, and what staff do to one auction.

import type { Auction, AuctionStatus } from "@jara/shared/auction";
import * as auctionManagementCalls from "@jara/shared/calls/auction-management";
import * as auctionsCalls from "@jara/shared/calls/auctions";
import * as salesCalls from "@jara/shared/calls/sales";
import type { AdminAuctions } from "@jara/shared/rest/admin-auctions";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import type { StatusReasons } from "../../lots/status/reason-field.tsx";
import type { AuctionFilters } from "./auction-filters.ts";

/** The first part of the keys of all pages and filters. */
export const MANAGED_AUCTIONS = "admin-auctions";

/** `askedAt`: the time of the request, by performance.now. */
export type AuctionsPage = AdminAuctions & { askedAt: number };

export const managedAuctionsQuery = (filters: AuctionFilters) =>
  queryOptions({
    queryKey: [MANAGED_AUCTIONS, filters],
    queryFn: async ({ signal }): Promise<AuctionsPage> => {
      const askedAt = performance.now();
      const query = { ...filters, upcoming: filters.upcoming || null };
      return { ...(await ask(auctionManagementCalls.listAllAuctions, { query, signal })), askedAt };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const keyed = (key: string | undefined) => (key === undefined ? {} : { idempotencyKey: key });

/** With a key, the same call again does nothing twice. */
export const updateAuction = async (auctionId: string, body: UpdateAuctionBody, key?: string): Promise<Auction> =>
  (await ask(auctionManagementCalls.updateAuctionAsAdmin, { params: { id: auctionId }, body, ...keyed(key) })).auction;

/** The server refuses it if the auction has another status than this one shows. */
export const setStatus = async (
  { _id, status: seen }: Pick<Auction, "_id" | "status">,
  status: AuctionStatus,
  key?: string,
  reasons: StatusReasons = {},
): Promise<Auction> => {
  const body = { status, seen, ...reasons };
  return (await ask(auctionsCalls.setAuctionStatus, { params: { id: _id }, body, ...keyed(key) })).auction;
};

/** `reason`: empty if none was given. */
export const relistAuction = async (auctionId: string, key: string, reason: string): Promise<Auction> => {
  return (
    await ask(auctionManagementCalls.relistAuction, {
      params: { id: auctionId },
      body: reason ? { reason } : undefined,
      idempotencyKey: key,
    })
  ).auction;
};

export const deleteAuction = (auctionId: string, key?: string) =>
  ask(auctionManagementCalls.deleteAuction, { params: { id: auctionId }, ...keyed(key) });

/** The lot gets the next number of the sale. Doing it twice is fine. */
export const addToSale = (saleId: string, auctionId: string) =>
  ask(salesCalls.addLateLot, { params: { id: saleId }, body: { auctionId } });

export const lotSellersQuery = queryOptions({
  queryKey: ["lot-sellers"],
  queryFn: ({ signal }) => ask(auctionManagementCalls.listLotSellers, { signal }),
});
