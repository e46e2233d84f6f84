// Folds snapshots and events into the followed auctions. An event that comes after a gap, or before the first snapshot,
// is kept aside until the server has filled the gap.
import type { Auction } from "@jara/shared/auction";
import { foldEvent, foldSnapshot } from "@jara/shared/fold-auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { entryOf, type LiveStore, putEntry } from "../store/live-store.ts";

const KEPT_ASIDE = 100;

export const createAuctionFold = (store: LiveStore, onGap: (auctionId: string) => void) => {
  const aside = new Map<string, PushFrame[]>();

  /** Returns false if the event cannot be folded yet: before the first snapshot, or after a gap. */
  const foldFrame = (auctionId: string, frame: PushFrame): boolean => {
    const view = entryOf(store, auctionId)?.view;
    if (!view) return false;
    const result = foldEvent(view, frame);
    if (result.kind === "changed") putEntry(store, auctionId, { view: result.view });
    return result.kind !== "gap";
  };

  const fold = (auctionId: string, frame: PushFrame): void => {
    if (foldFrame(auctionId, frame)) return;
    aside.set(auctionId, [...(aside.get(auctionId) ?? []), frame].slice(-KEPT_ASIDE));
    if (entryOf(store, auctionId)?.view) onGap(auctionId);
  };

  return {
    fold,
    /** Folds an event that a watch replayed. It is never kept aside, because a snapshot follows. */
    foldFrame,

    foldSnapshot: (auctionId: string, auction: Auction, viewers: number | null, sinceVersion?: number): void => {
      const before = entryOf(store, auctionId)?.view ?? null;
      putEntry(store, auctionId, { view: foldSnapshot(before, auction, viewers, sinceVersion), status: "ready" });
      const waiting = aside.get(auctionId) ?? [];
      aside.delete(auctionId);
      for (const frame of waiting) fold(auctionId, frame);
    },

    discard: (auctionId: string): void => void aside.delete(auctionId),
  };
};
