// Opens the page's one live client, and has the hooks over its store. They return data that already include every event
// received so far. It also applies the events about the user's own account to the session.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { getConnection } from "../connection/connection.ts";
import type { Feed } from "../connection/watch-registry.ts";
import { ApiError } from "../lib/api.ts";
import { hearOfUser } from "../lib/own-account.ts";
import { fetchAuction } from "../queries/auction.ts";
import type { LiveStatus } from "../store/live-store.ts";
import { useSession } from "../store/session.ts";
import type { Fetched } from "./follow-auctions.ts";
import { withOverlay } from "./listing-overlay.ts";
import { createLiveClient } from "./live-client.ts";
import { withOutcome } from "./own-bids.ts";

const fetchWatched = async (auctionId: string): Promise<Fetched> => {
  try {
    const auction = await fetchAuction(auctionId);
    getConnection().clock.hint(auction.serverTime);
    return { auction };
  } catch (error) {
    return { failed: error instanceof ApiError && error.status === 404 ? "not-found" : "error" };
  }
};

const open = () => {
  const live = createLiveClient({ connection: getConnection(), fetchAuction: fetchWatched });
  useSession.subscribe((now, before) => {
    if (now.token !== before.token) live.switchUser();
  });
  getConnection().listen({ onFrame: followOwnUser });
  return live;
};

/** Applies events about the user's own account. */
const followOwnUser = (frame: PushFrame) => {
  if (frame.type === "balance:changed") {
    const { balance, available } = frame.data;
    hearOfUser({ balance, available });
  }
  if (frame.type === "user:changed") {
    hearOfUser({ role: frame.data.role, isEmailVerified: frame.data.isEmailVerified });
  }
};

let live: ReturnType<typeof open> | null = null;
export const getLive = (): ReturnType<typeof open> => {
  live ??= open();
  return live;
};

export const noteOutcome = (outcome: AuctionOutcome): void => getLive().noteOutcome(outcome);

/** Follows one auction while mounted. */
export const useLiveAuction = (
  auctionId: string,
): { view: AuctionView | null; status: LiveStatus; retry: () => void } => {
  const { store, retain, retry } = getLive();
  useEffect(() => retain(auctionId), [auctionId, retain]);
  const entry = useStore(store, (state) => state.entries[auctionId]);
  const view = useMemo(() => (entry ? withOutcome(entry) : null), [entry]);
  return { view, status: entry?.status ?? "loading", retry: () => retry(auctionId) };
};

/** The status of an auction that some screen follows; null until it is known. */
export const useLiveStatus = (auctionId: string | null): Auction["status"] | null =>
  useStore(getLive().store, ({ entries }) => (auctionId && entries[auctionId]?.view?.auction.status) || null);

/**
 * Returns the fetched auctions with all later changes of the feed, and without those removed since. Joins the feed
 * while mounted.
 */
export const useLiveAuctions = <A extends Auction>(auctions: readonly A[] | undefined, feed: Feed = "listing"): A[] => {
  const overlays = useStore(getLive().store, (state) => state.overlays);
  useEffect(() => getConnection().watchFeed(feed), [feed]);
  return useMemo(
    () =>
      (auctions ?? [])
        .filter(({ _id }) => !overlays[_id]?.isRemoved)
        .map((auction) => withOverlay(auction, overlays[auction._id])),
    [auctions, overlays],
  );
};

/** The auctions in which the user was outbid while this page was open, and has not led since. */
export const useOutbid = (): ReadonlySet<string> => useStore(getLive().store, (state) => state.outbid);
