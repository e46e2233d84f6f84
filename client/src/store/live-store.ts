// The live store: the auctions that this page follows, built from snapshots and events by the shared fold; and, for
// lists, the listing feed's changes on top of the fetched data.
import type { AuctionOutcome } from "@jara/shared/auction";
import { createStore } from "zustand/vanilla";
import { overlayEvent } from "../lib/listing-overlay.ts";
import { followAuctions } from "./follow-auctions.ts";
import { entryOf, type LiveSources, type LiveState, putEntry } from "./live-state.ts";
import { outbidAfter, removeOwnBids } from "./own-bids.ts";

export const createLiveStore = (sources: LiveSources) => {
  const store = createStore<LiveState>()(() => ({ entries: {}, overlays: {}, outbid: new Set() }));
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
      if (entryOf(store, outcome._id)) putEntry(store, outcome._id, { outcome });
    },

    /** Called when another user signs in or the user signs out. */
    switchUser: (): void => {
      removeOwnBids(store);
      restartLoads();
    },
  };
};
