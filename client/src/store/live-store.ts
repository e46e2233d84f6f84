// The live store: the auctions that this page follows, the changes that the feeds report, and where the user was
// outbid. The live client (live/live-client.ts) folds the server's snapshots and events into it.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import { createStore, type StoreApi } from "zustand/vanilla";

export type LiveStatus = "loading" | "ready" | "not-found" | "error";

export interface LiveEntry {
  view: AuctionView | null;
  status: LiveStatus;
  /** The answer to the user's own last bid; used until the view has reached its version. */
  outcome: AuctionOutcome | null;
}

/** The changes of an auction that a feed reported since a list was fetched. */
export interface Overlay {
  version: number;
  change: Partial<Auction>;
  /** From the user's own feed: whether the user leads, and at which version. */
  mine: { version: number; isLeading: boolean } | null;
  isRemoved: boolean;
}

export interface LiveState {
  entries: Readonly<Record<string, LiveEntry>>;
  overlays: Readonly<Record<string, Overlay>>;
  /** The auctions in which the user was outbid and has not led since. */
  outbid: ReadonlySet<string>;
  /** True once a bid or a maximum of the user was accepted on this page. */
  hasBid: boolean;
}

export type LiveStore = StoreApi<LiveState>;

export const createLiveStore = (): LiveStore =>
  createStore<LiveState>()(() => ({ entries: {}, overlays: {}, outbid: new Set(), hasBid: false }));

const fresh: LiveEntry = { view: null, status: "loading", outcome: null };

export const entryOf = (store: LiveStore, auctionId: string): LiveEntry | undefined =>
  store.getState().entries[auctionId];

export const putEntry = (store: LiveStore, auctionId: string, change: Partial<LiveEntry>): void =>
  store.setState(({ entries }) => ({
    entries: { ...entries, [auctionId]: { ...(entries[auctionId] ?? fresh), ...change } },
  }));
