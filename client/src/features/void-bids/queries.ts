// The requests behind "Void bids": the bidders with valid bids, the preview of the effect, and the void.

import type { VoidReason } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/voids";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export interface Bidder {
  _id: string;
  username: string;
  bidCount: number;
  highestBid: number;
  isLeading: boolean;
}

/** A person's bids, or those from one bid on. */
export interface VoidedBids {
  readonly userId: string;
  readonly fromBid?: number;
}

/** Fetched again whenever the dialog opens, because nothing here may be older than the question. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

export const biddersQuery = (auctionId: string, version: number) =>
  queryOptions({
    queryKey: ["bidders", auctionId, version],
    queryFn: async ({ signal }) => (await ask(calls.listBidders, { params: { id: auctionId }, signal })).bidders,
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** Fetched again after each public change of the auction, because a preview of an old price would mislead. */
export const voidPreviewQuery = (auctionId: string, version: number, whose: VoidedBids) =>
  queryOptions({
    queryKey: ["void-preview", auctionId, version, whose],
    queryFn: async ({ signal }) =>
      (await ask(calls.previewVoid, { params: { id: auctionId }, query: { ...whose }, signal })).effect,
    ...fresh,
  });

export const voidBids = async (
  auctionId: string,
  body: VoidedBids & { reason: VoidReason; note: string | null },
  idempotencyKey: string,
): Promise<VoidEffect> => {
  return (await ask(calls.voidBids, { params: { id: auctionId }, body, idempotencyKey })).effect;
};
