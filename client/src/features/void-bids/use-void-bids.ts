// Hooks behind "Void bids": list bidders with valid bids, preview the effect, and void.
import type { VoidEffect } from "@jara/shared/rest/voids";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { newCommandId } from "../../connection/command-id.ts";
import { ApiError } from "../../lib/api.ts";
import type { VoidForm } from "../../lots/void-reason-fields.tsx";
import { biddersQuery, voidBids, voidPreviewQuery } from "./queries.ts";

export const useBidders = (auctionId: string, version: number) => useQuery(biddersQuery(auctionId, version));

export const useVoidPreview = (auctionId: string, version: number, userId: string, enabled: boolean) =>
  useQuery({ ...voidPreviewQuery(auctionId, version, userId), enabled: enabled && userId !== "" });

export const useVoid = (auctionId: string, onVoided: (effect: VoidEffect) => void) => {
  const attempt = useRef<{ what: string; idempotencyKey: string } | null>(null);
  return useMutation({
    mutationFn: ({ userId, reason, note }: VoidForm & { userId: string }) => {
      const body = { userId, reason, note: note.trim() || null };
      const what = JSON.stringify(body);
      if (attempt.current?.what !== what) attempt.current = { what, idempotencyKey: newCommandId() };
      return voidBids(auctionId, body, attempt.current.idempotencyKey);
    },
    onSuccess: (effect) => {
      attempt.current = null;
      onVoided(effect);
    },
    onError: (error) => {
      // Without an answer the void may have happened, so a retry must be the same command.
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) attempt.current = null;
    },
  });
};
