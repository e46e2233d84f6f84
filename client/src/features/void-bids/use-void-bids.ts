// Hooks behind "Void bids": list bidders with valid bids, preview the effect, and void.
import type { VoidEffect } from "@jara/shared/rest/voids";
import { useQuery } from "@tanstack/react-query";
import { useCommand } from "../../connection/use-command.ts";
import type { VoidForm } from "../../lots/void-reason-fields.tsx";
import { biddersQuery, type VoidedBids, voidBids, voidPreviewQuery } from "./queries.ts";

export const useBidders = (auctionId: string, version: number) => useQuery(biddersQuery(auctionId, version));

export const useVoidPreview = (auctionId: string, version: number, whose: VoidedBids, enabled: boolean) =>
  useQuery({ ...voidPreviewQuery(auctionId, version, whose), enabled: enabled && whose.userId !== "" });

export const useVoid = (auctionId: string, onVoided: (effect: VoidEffect) => void) => {
  // Without an answer the void may have happened, so a retry must be the same command.
  return useCommand(
    ({ reason, note, ...whose }: VoidForm & VoidedBids, key) =>
      voidBids(auctionId, { ...whose, reason, note: note.trim() || null }, key),
    { onSuccess: onVoided },
  );
};
