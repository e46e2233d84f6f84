// The auctions that this page follows, built from snapshots and events by the shared fold; and, for lists, the listing
// feed's changes on top of the fetched data. An event after a gap is kept aside until the server has filled the gap.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import { type AuctionView, foldEvent, foldSnapshot } from "@jara/shared/auction-view";
import type { CommandResults, PushFrame } from "@jara/shared/socket";
import { createStore } from "zustand/vanilla";
import type { LiveConnection } from "../connection/live-connection.ts";
import { type Overlay, overlayEvent, overlayRead } from "../lib/listing-overlay.ts";

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

export type Fetched = { auction: Auction } | { failed: "not-found" | "error" };

interface Deps {
  connection: Pick<LiveConnection, "listen" | "watchAuction" | "watchFeed" | "rewatch">;
  fetchAuction: (auctionId: string) => Promise<Fetched>;
}

/**
 * Keeps an auction this long (ms) after the last screen released it, so that going back and forth fetches nothing
 * twice.
 */
const LINGER_MS = 3000;
/**
 * Spreads the requests over this time (ms), because every viewer of the list gets the same event in the same moment.
 */
const SPREAD_MS = 1500;
const KEPT_ASIDE = 100;
const fresh: LiveEntry = { view: null, status: "loading", outcome: null };

export const createLiveStore = ({ connection, fetchAuction }: Deps) => {
  const store = createStore<LiveState>()(() => ({ entries: {}, overlays: {}, outbid: new Set() }));
  const users = new Map<string, number>();
  const unwatch = new Map<string, () => void>();
  const aside = new Map<string, PushFrame[]>();
  let person = 0;

  const entryOf = (auctionId: string) => store.getState().entries[auctionId];
  const put = (auctionId: string, change: Partial<LiveEntry>) =>
    store.setState(({ entries }) => ({
      entries: { ...entries, [auctionId]: { ...(entries[auctionId] ?? fresh), ...change } },
    }));

  const keepAside = (auctionId: string, frame: PushFrame) =>
    aside.set(auctionId, [...(aside.get(auctionId) ?? []), frame].slice(-KEPT_ASIDE));

  const fold = (auctionId: string, frame: PushFrame) => {
    const view = entryOf(auctionId)?.view;
    if (!view) {
      keepAside(auctionId, frame);
      return;
    }
    const result = foldEvent(view, frame);
    if (result.kind === "changed") put(auctionId, { view: result.view });
    if (result.kind === "gap") {
      keepAside(auctionId, frame);
      connection.rewatch(auctionId);
    }
  };

  const onSnapshot = (auctionId: string, auction: Auction, viewers: number | null) => {
    put(auctionId, { view: foldSnapshot(entryOf(auctionId)?.view ?? null, auction, viewers), status: "ready" });
    const waiting = aside.get(auctionId) ?? [];
    aside.delete(auctionId);
    for (const frame of waiting) fold(auctionId, frame);
  };

  const onWatched = (auctionId: string, answer: CommandResults["auction:watch"]) => {
    if (!entryOf(auctionId)) return;
    // Apply replayed events first, because they carry bids that a snapshot does not.
    for (const frame of answer.events ?? []) {
      const view = entryOf(auctionId)?.view;
      const result = view ? foldEvent(view, frame) : null;
      if (result?.kind === "changed") put(auctionId, { view: result.view });
    }
    onSnapshot(auctionId, answer.auction, answer.viewers);
  };

  const load = async (auctionId: string) => {
    const asked = person;
    const fetched = await fetchAuction(auctionId);
    const entry = entryOf(auctionId);
    if (!entry || asked !== person) return;
    if ("auction" in fetched) onSnapshot(auctionId, fetched.auction, entry.view?.viewers ?? null);
    else if (!entry.view) put(auctionId, { status: fetched.failed });
  };

  const onFrame = (frame: PushFrame) => {
    store.setState(({ overlays, outbid }) => ({
      overlays: overlayEvent(overlays, frame),
      outbid: outbidAfter(outbid, frame),
    }));
    const auctionId = "auctionId" in frame.data ? frame.data.auctionId : null;
    if (!auctionId || !entryOf(auctionId)) return;
    // The listing's compact event has no bids. Folded first, it would hide the bids of the full event.
    if (frame.type === "auction:price" && !("bids" in frame.data)) return;
    if (frame.type === "auction:removed") {
      put(auctionId, { view: null, status: "not-found" });
      return;
    }
    fold(auctionId, frame);
    // After the end, a void may remove the winner, which the event does not say.
    const status = entryOf(auctionId)?.view?.auction.status;
    if (frame.type === "auction:bids-voided" && (status === "ended" || status === "sold")) void load(auctionId);
  };

  connection.listen({
    onFrame,
    onWatched,
    onRefused: (auctionId, { code }) => {
      if (entryOf(auctionId)) put(auctionId, { status: code === "NOT_FOUND" ? "not-found" : "error" });
    },
  });

  const letGo = (auctionId: string) => {
    if ((users.get(auctionId) ?? 0) > 0) return;
    users.delete(auctionId);
    aside.delete(auctionId);
    unwatch.get(auctionId)?.();
    unwatch.delete(auctionId);
    store.setState(({ entries: { [auctionId]: _gone, ...entries } }) => ({ entries }));
  };

  return {
    store,

    /** Follows an auction until every caller that retained it has released it. */
    retain: (auctionId: string): (() => void) => {
      users.set(auctionId, (users.get(auctionId) ?? 0) + 1);
      if (!unwatch.has(auctionId)) {
        put(auctionId, {});
        unwatch.set(
          auctionId,
          connection.watchAuction(auctionId, () => entryOf(auctionId)?.view?.auction.version),
        );
        void load(auctionId);
      }
      return () => {
        users.set(auctionId, (users.get(auctionId) ?? 1) - 1);
        setTimeout(() => letGo(auctionId), LINGER_MS);
      };
    },

    retry: (auctionId: string) => {
      put(auctionId, { status: "loading" });
      connection.rewatch(auctionId);
      void load(auctionId);
    },

    /** The listing feed says that an auction resumed, but not its new end time, so the auction is fetched again. */
    readListed: (auctionId: string) => {
      setTimeout(async () => {
        const fetched = await fetchAuction(auctionId);
        if ("auction" in fetched) {
          store.setState(({ overlays }) => ({ overlays: overlayRead(overlays, fetched.auction) }));
        }
      }, Math.random() * SPREAD_MS);
    },

    /** Stores what the answer to the user's own command says about the auction, before the event arrives. */
    noteOutcome: (outcome: AuctionOutcome) => {
      if (entryOf(outcome._id)) put(outcome._id, { outcome });
    },

    /** Called when another user signs in: nothing may still say "You" or "You lead" for the previous user. */
    forgetPerson: () => {
      person += 1;
      store.setState(({ entries, overlays }) => ({
        outbid: new Set(),
        entries: Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, impersonal(entry)])),
        overlays: Object.fromEntries(Object.entries(overlays).map(([id, overlay]) => [id, { ...overlay, mine: null }])),
      }));
      // Discard requests that were sent as the previous user.
      for (const [id, { view }] of Object.entries(store.getState().entries)) if (!view) void load(id);
    },
  };
};

const outbidAfter = (outbid: ReadonlySet<string>, frame: PushFrame): ReadonlySet<string> => {
  if (frame.type !== "bid:outbid" && frame.type !== "auction:mine") return outbid;
  const { auctionId } = frame.data;
  const leads = frame.type === "auction:mine" && frame.data.isLeading;
  if (outbid.has(auctionId) === !leads) return outbid;
  const changed = new Set(outbid);
  if (leads) changed.delete(auctionId);
  else changed.add(auctionId);
  return changed;
};

const impersonal = (entry: LiveEntry): LiveEntry => {
  if (!entry.view) return entry;
  const { auction } = entry.view;
  const leader = auction.leader?.username === "You" ? null : auction.leader;
  const view = { ...entry.view, auction: { ...auction, isLeading: false, leader }, bids: [], ownBidIds: [] };
  return { ...entry, view, outcome: null };
};

/** The view, with the user's own last answer applied if it is newer. */
export const withOutcome = ({ view, outcome }: LiveEntry): AuctionView | null => {
  if (!view || !outcome || outcome.version <= view.auction.version) return view;
  const { _id, ...change } = outcome;
  // Keeps the view's version, because the event that brings the bids must still count as new.
  return { ...view, auction: { ...view.auction, ...change, version: view.auction.version } };
};
