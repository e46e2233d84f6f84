// The lots that the reader watches, for the hearts and badges of every page. watchlist-changes.ts, which loads
// after the page, fills and changes it.
import { create } from "zustand";

interface Watchlist {
  readonly ids: ReadonlySet<string>;
  /** False until the list was read, from the browser or from the account. */
  readonly isKnown: boolean;
}

export const useWatchlist = create<Watchlist>()(() => ({ ids: new Set(), isKnown: false }));

export const useIsWatched = (auctionId: string): boolean => useWatchlist(({ ids }) => ids.has(auctionId));
