// The state of the live store: the auctions that this page follows, the changes of the listing, and where the user was
// outbid.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import type { StoreApi } from "zustand/vanilla";
import type { LiveConnection } from "../connection/live-connection.ts";
import type { Overlay } from "../lib/listing-overlay.ts";

export type LiveStatus = "loading" | "ready" | "not-found" | "error";

export interface LiveEntry {
  view: AuctionView | null;
  status: LiveStatus;
  /** The answer to the user's own last bid; used until the view has reached its version. */
  outcome: AuctionOutcome | null;
}

export interface LiveState {
  entries: Readonly<Record<string, LiveEntry>>;
  overlays: Readonly<Record<string, Overlay>>;
  /** The auctions in which the user was outbid and has not led since. */
  outbid: ReadonlySet<string>;
}

export type LiveStore = StoreApi<LiveState>;

export type Fetched = { auction: Auction } | { failed: "not-found" | "error" };

export interface LiveSources {
  connection: Pick<LiveConnection, "listen" | "watchAuction" | "watchFeed" | "rewatch">;
  fetchAuction: (auctionId: string) => Promise<Fetched>;
}

const fresh: LiveEntry = { view: null, status: "loading", outcome: null };

export const entryOf = (store: LiveStore, auctionId: string): LiveEntry | undefined =>
  store.getState().entries[auctionId];

export const putEntry = (store: LiveStore, auctionId: string, change: Partial<LiveEntry>): void =>
  store.setState(({ entries }) => ({
    entries: { ...entries, [auctionId]: { ...(entries[auctionId] ?? fresh), ...change } },
  }));
