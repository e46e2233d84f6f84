// The requests behind "Void bids": the bidders with valid bids, the preview of the effect, and the void.
import type { VoidReason } from "@jara/shared/auction";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export interface Bidder {
  _id: string;
  username: string;
  bidCount: number;
  highestBid: number;
  isLeading: boolean;
}

const pathOf = (auctionId: string) => `/auctions/${encodeURIComponent(auctionId)}`;

/** Fetched again whenever the dialog opens, because nothing here may be older than the question. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

export const biddersQuery = (auctionId: string, version: number) =>
  queryOptions({
    queryKey: ["bidders", auctionId, version],
    queryFn: async ({ signal }) =>
      (await api.get<{ bidders: Bidder[] }>(`${pathOf(auctionId)}/bidders`, undefined, signal)).bidders,
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** Fetched again after each public change of the auction, because a preview of an old price would mislead. */
export const voidPreviewQuery = (auctionId: string, version: number, userId: string) =>
  queryOptions({
    queryKey: ["void-preview", auctionId, version, userId],
    queryFn: async ({ signal }) =>
      (await api.get<{ effect: VoidEffect }>(`${pathOf(auctionId)}/void-bids/preview`, { userId }, signal)).effect,
    ...fresh,
  });

export const voidBids = async (
  auctionId: string,
  body: { userId: string; reason: VoidReason; note: string | null },
  idempotencyKey: string,
): Promise<VoidEffect> => {
  const path = `${pathOf(auctionId)}/void-bids`;
  return (await api.post<{ effect: VoidEffect }>(path, body, { idempotencyKey })).effect;
};
