// Follows auctions for the screens that show them: watches each auction once, loads it by REST too, because that may be
// faster, and lets it go a little after the last screen has released it.
import type { Auction } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { CommandResults, PushFrame } from "@jara/shared/live-commands";
import type { LiveConnection } from "../connection/live-connection.ts";
import { entryOf, type LiveStore, putEntry } from "../store/live-store.ts";
import { isSaving } from "../store/saver.ts";
import { createAuctionFold } from "./hold-after-gap.ts";
import { noteOutbid } from "./own-bids.ts";

export type Fetched = { auction: Auction } | { failed: "not-found" | "error" };

export interface LiveSources {
  connection: Pick<LiveConnection, "listen" | "watchAuction" | "watchFeed" | "rewatch">;
  fetchAuction: (auctionId: string) => Promise<Fetched>;
}

/**
 * Keeps an auction this long (ms) after the last screen released it, so that going back and forth fetches nothing
 * twice.
 */
const LINGER_MS = 3000;

export const followAuctions = (store: LiveStore, { connection, fetchAuction }: LiveSources) => {
  const events = createAuctionFold(store, (auctionId) => connection.rewatch(auctionId));
  const users = new Map<string, number>();
  const unwatch = new Map<string, () => void>();
  /** Counts the users of this page. An answer to a request of an earlier user is discarded. */
  let session = 0;

  const load = async (auctionId: string) => {
    const asked = session;
    const fetched = await fetchAuction(auctionId);
    const entry = entryOf(store, auctionId);
    if (!entry || asked !== session) return;
    if ("auction" in fetched) events.foldSnapshot(auctionId, fetched.auction, entry.view?.viewers ?? null);
    else if (!entry.view) putEntry(store, auctionId, { status: fetched.failed });
  };

  const release = (auctionId: string) => {
    if ((users.get(auctionId) ?? 0) > 0) return;
    users.delete(auctionId);
    events.discard(auctionId);
    unwatch.get(auctionId)?.();
    unwatch.delete(auctionId);
    store.setState(({ entries: { [auctionId]: _gone, ...entries } }) => ({ entries }));
  };

  return {
    onFrame: (frame: PushFrame): void => {
      const auctionId = "auctionId" in frame.data ? frame.data.auctionId : null;
      if (!auctionId || !entryOf(store, auctionId)) return;
      // The listing's compact event has no bids. Folded first, it would hide the bids of the full event. Data saver gets
      // no full ones.
      if (frame.type === "auction:price" && !("bids" in frame.data) && !isSaving()) return;
      if (frame.type === "auction:removed") {
        putEntry(store, auctionId, { view: null, status: "not-found" });
        return;
      }
      if (frame.type === "bid:outbid") noteOutbid(store, frame.data);
      events.fold(auctionId, frame);
      // After the end, a void may remove the winner, which the event does not say.
      const status = entryOf(store, auctionId)?.view?.auction.status;
      if (frame.type === "auction:bids-voided" && (status === "ended" || status === "sold")) void load(auctionId);
    },

    onWatched: (auctionId: string, answer: CommandResults["auction:watch"], sinceVersion?: number): void => {
      if (!entryOf(store, auctionId)) return;
      // Apply replayed events first, because they carry bids that a snapshot does not.
      for (const frame of answer.events ?? []) events.foldFrame(auctionId, frame);
      events.foldSnapshot(auctionId, answer.auction, answer.viewers, sinceVersion);
    },

    onRefused: (auctionId: string, { code }: ErrorBody): void => {
      if (entryOf(store, auctionId)) {
        putEntry(store, auctionId, { status: code === "NOT_FOUND" ? "not-found" : "error" });
      }
    },

    /** Follows an auction until every caller that retained it has released it. */
    retain: (auctionId: string): (() => void) => {
      users.set(auctionId, (users.get(auctionId) ?? 0) + 1);
      if (!unwatch.has(auctionId)) {
        putEntry(store, auctionId, {});
        unwatch.set(
          auctionId,
          connection.watchAuction(auctionId, () => entryOf(store, auctionId)?.view?.auction.version),
        );
        void load(auctionId);
      }
      return () => {
        users.set(auctionId, (users.get(auctionId) ?? 1) - 1);
        setTimeout(() => release(auctionId), LINGER_MS);
      };
    },

    retry: (auctionId: string): void => {
      putEntry(store, auctionId, { status: "loading" });
      connection.rewatch(auctionId);
      void load(auctionId);
    },

    /** Discards requests that were sent as the previous user, and sends those again that nothing has answered. */
    restartLoads: (): void => {
      session += 1;
      for (const [id, { view }] of Object.entries(store.getState().entries)) if (!view) void load(id);
    },
  };
};
