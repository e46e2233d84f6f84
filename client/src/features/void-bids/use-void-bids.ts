// The API calls behind "Void bids": list bidders with valid bids, preview the effect, and void.
import type { Auction } from "@jara/shared/auction";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { newCommandId } from "../../connection/command-id.ts";
import { ApiError, api } from "../../lib/api.ts";
import type { VoidForm } from "../../lots/void-reason-fields.tsx";

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

export const useBidders = (auctionId: string, version: number) =>
  useQuery({
    queryKey: ["bidders", auctionId, version],
    queryFn: async ({ signal }) =>
      (await api.get<{ bidders: Bidder[] }>(`${pathOf(auctionId)}/bidders`, undefined, signal)).bidders,
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** Fetched again after each public change of the auction, because a preview of an old price would mislead. */
export const useVoidPreview = (auctionId: string, version: number, userId: string, enabled: boolean) =>
  useQuery({
    queryKey: ["void-preview", auctionId, version, userId],
    queryFn: async ({ signal }) =>
      await api.get<{ effect: VoidEffect }>(`${pathOf(auctionId)}/void-bids/preview`, { userId }, signal),
    select: ({ effect }) => effect,
    enabled: enabled && userId !== "",
    ...fresh,
  });

export const useVoid = (auctionId: string, onVoided: (effect: VoidEffect) => void) => {
  const attempt = useRef<{ what: string; idempotencyKey: string } | null>(null);
  return useMutation({
    mutationFn: ({ userId, reason, note }: VoidForm & { userId: string }) => {
      const body = { userId, reason, note: note.trim() || null };
      const what = JSON.stringify(body);
      if (attempt.current?.what !== what) attempt.current = { what, idempotencyKey: newCommandId() };
      const { idempotencyKey } = attempt.current;
      return api.post<{ auction: Auction; effect: VoidEffect }>(`${pathOf(auctionId)}/void-bids`, body, {
        idempotencyKey,
      });
    },
    onSuccess: ({ effect }) => {
      attempt.current = null;
      onVoided(effect);
    },
    onError: (error) => {
      // Without an answer the void may have happened, so a retry must be the same command.
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) attempt.current = null;
    },
  });
};
