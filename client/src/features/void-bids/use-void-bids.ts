// Hooks behind "Void bids": list bidders with valid bids, preview the effect, and void.
import type { VoidEffect } from "@jara/shared/rest/voids";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useIdempotencyKey } from "../../connection/idempotency-key.ts";
import type { VoidForm } from "../../lots/void-reason-fields.tsx";
import { biddersQuery, voidBids, voidPreviewQuery } from "./queries.ts";

export const useBidders = (auctionId: string, version: number) => useQuery(biddersQuery(auctionId, version));

export const useVoidPreview = (auctionId: string, version: number, userId: string, enabled: boolean) =>
  useQuery({ ...voidPreviewQuery(auctionId, version, userId), enabled: enabled && userId !== "" });

export const useVoid = (auctionId: string, onVoided: (effect: VoidEffect) => void) => {
  // Without an answer the void may have happened, so a retry must be the same command.
  const { keyOf, succeeded, failed } = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ userId, reason, note }: VoidForm & { userId: string }) => {
      const body = { userId, reason, note: note.trim() || null };
      return voidBids(auctionId, body, keyOf(JSON.stringify(body)));
    },
    onSuccess: (effect) => {
      succeeded();
      onVoided(effect);
    },
    onError: failed,
  });
};
