// The live client: makes the live store, and folds the snapshots and events of the auctions that this page follows into
// it by the shared fold. For lists, it also keeps the changes that the feeds report.
import type { AuctionOutcome } from "@jara/shared/auction";
import { createLiveStore, entryOf, putEntry } from "../store/live-store.ts";
import { followAuctions, type LiveSources } from "./follow-auctions.ts";
import { overlayEvent } from "./listing-overlay.ts";
import { outbidAfter, removeOwnBids } from "./own-bids.ts";

export const createLiveClient = (sources: LiveSources) => {
  const store = createLiveStore();
  const { onFrame, onWatched, onRefused, retain, retry, restartLoads } = followAuctions(store, sources);

  sources.connection.listen({
    onFrame: (frame) => {
      store.setState(({ overlays, outbid }) => ({
        overlays: overlayEvent(overlays, frame),
        outbid: outbidAfter(outbid, frame),
      }));
      onFrame(frame);
    },
    onWatched,
    onRefused,
  });

  return {
    store,
    retain,
    retry,

    /** Begins to follow an auction for a screen that is about to retain it. */
    prefetch: (auctionId: string): void => retain(auctionId)(),

    /** Stores what the answer to the user's own command says about the auction, before the event arrives. */
    noteOutcome: (outcome: AuctionOutcome): void => {
      store.setState({ hasBid: true });
      if (entryOf(store, outcome._id)) putEntry(store, outcome._id, { outcome });
    },

    /** Called when another user signs in or the user signs out. */
    switchUser: (): void => {
      removeOwnBids(store);
      restartLoads();
    },
  };
};
