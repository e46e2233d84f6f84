// Applies live events and snapshots to a client's view of one auction (the fold). Pure; the client's store and the load
// tester share it. An event that is not newer changes nothing. A gap is reported, and never bridged by a guess.
import type { Auction, Bid } from "./auction.ts";
import type { PushFrame } from "./live-commands.ts";
import { toMajor, toMinor } from "./money.ts";

export interface AuctionView {
  auction: Auction;
  /** Newest first, each `_id` once. */
  bids: Bid[];
  viewers: number | null;
  /** Ids of bids known to be the user's own. An id may arrive before its bid does. */
  ownBidIds: readonly string[];
  /** The version at which the server last said whether the user leads: in a snapshot or in `auction:mine`. */
  leadVersion: number;
}

export type FoldResult =
  | { kind: "changed"; view: AuctionView }
  | { kind: "unchanged" }
  /** Versions are missing between the view and the event: watch again with `sinceVersion`. */
  | { kind: "gap"; sinceVersion: number };

/** The server leaves out a reason that nobody gave. */
const noReason = { statusReason: undefined };
/** The fields of an auction that the server leaves out if they do not apply. */
const leftOut = { ...noReason, isUpcoming: undefined, endedAt: undefined };
const notPaused = { ...noReason, pausedAt: null, pausedUntil: null };
const unchanged: FoldResult = { kind: "unchanged" };

/** How many bids a view keeps; older ones come from the paged history. */
export const BIDS_KEPT = 200;

/** Newest first by bid number, without duplicates; the user's own show as "You". */
export const mergeBids = (known: readonly Bid[], arrived: readonly Bid[], own: readonly string[]): Bid[] => {
  const byId = new Map([...known, ...arrived].map((bid) => [bid._id, bid]));
  const newest = [...byId.values()].sort((a, b) => bidNumber(b) - bidNumber(a)).slice(0, BIDS_KEPT);
  return newest.map((bid) => (own.includes(bid._id) ? { ...bid, bidder: { username: "You" } } : bid));
};

/** A bid's `_id` ends in its number within the auction, 1 for the first. */
export const bidNumber = (bid: Pick<Bid, "_id">): number => Number(bid._id.slice(bid._id.lastIndexOf("-") + 1));

/**
 * A snapshot replaces the view unless the view is already newer; the bids are kept in either case. `sinceVersion`: the
 * version that the server was asked about. If it answers with an earlier one, a failover of its database took back what
 * the view shows, and the snapshot replaces it with the bids that are left.
 */
export const foldSnapshot = (
  view: AuctionView | null,
  auction: Auction,
  viewers: number | null,
  sinceVersion = 0,
): AuctionView => {
  const isTakenBack = sinceVersion > auction.version;
  if (view && !isTakenBack && view.auction.version > auction.version) return { ...view, viewers };
  const bids = view?.bids ?? [];
  const left = isTakenBack ? bids.filter((bid) => bidNumber(bid) <= auction.bidCount) : bids;
  const rest = { bids: left, viewers, ownBidIds: view?.ownBidIds ?? [] };
  // The user's own events are never delayed, so a newer one may arrive before a snapshot that was read earlier.
  if (view && !isTakenBack && view.leadVersion > auction.version) {
    const { isLeading } = view.auction;
    return { ...rest, auction: { ...auction, isLeading }, leadVersion: view.leadVersion };
  }
  return { ...rest, auction, leadVersion: auction.version };
};

/** The increment of a lot with a table follows the price. Events say it as the difference to the minimum bid. */
const priced = (
  { incrementSteps, bidIncrement }: Auction,
  { currentPrice, minimumBid }: Pick<Auction, "currentPrice" | "minimumBid">,
): Pick<Auction, "currentPrice" | "minimumBid" | "bidIncrement"> => ({
  currentPrice,
  minimumBid,
  bidIncrement: incrementSteps ? toMajor(toMinor(minimumBid) - toMinor(currentPrice)) : bidIncrement,
});

export const foldEvent = (view: AuctionView, frame: PushFrame): FoldResult => {
  const { auction } = view;
  const next = (change: Partial<Auction>, bids = view.bids): FoldResult => ({
    kind: "changed",
    view: { ...view, auction: { ...auction, ...change }, bids },
  });
  /**
   * Applies the change if the event is exactly the next one; a change without a new version may repeat the current one.
   */
  const inOrder = (version: number, from: number, apply: () => FoldResult): FoldResult => {
    if (version <= auction.version) return unchanged;
    if (from > auction.version + 1) return { kind: "gap", sinceVersion: auction.version };
    return apply();
  };

  switch (frame.type) {
    case "auction:price": {
      const { version, fromVersion, bidCount, leader, reserveMet, serverTime } = frame.data;
      const arrived = "bids" in frame.data ? frame.data.bids : [];
      const bids = () => (arrived.length === 0 ? view.bids : mergeBids(view.bids, arrived, view.ownBidIds));
      // The bids of a version whose other events came first.
      if (version === auction.version) {
        return arrived.every(({ _id }) => view.bids.some((known) => known._id === _id)) ? unchanged : next({}, bids());
      }
      return inOrder(version, fromVersion, () =>
        next({ version, ...priced(auction, frame.data), bidCount, leader, reserveMet, serverTime }, bids()),
      );
    }
    case "auction:countdown": {
      // A countdown repeats what an earlier event brought; a version not seen yet means that this event was missed.
      const { version, status, endTime, serverTime } = frame.data;
      if (version < auction.version) return unchanged;
      if (version > auction.version) return { kind: "gap", sinceVersion: auction.version };
      return next({ status, endTime, serverTime });
    }
    case "auction:paused": {
      const { version, pausedUntil, statusReason, serverTime } = frame.data;
      return inOrder(version, version, () =>
        next({ version, status: "paused", pausedAt: serverTime, pausedUntil, statusReason, serverTime }),
      );
    }
    case "auction:resumed": {
      const { version, endTime, serverTime } = frame.data;
      return inOrder(version, version, () => next({ version, status: "active", endTime, ...notPaused, serverTime }));
    }
    case "auction:ended": {
      const { auctionId: _, finalPrice: currentPrice, ...ended } = frame.data;
      const change = { ...notPaused, endedAt: undefined, ...ended, currentPrice, updatedAt: ended.serverTime };
      return inOrder(ended.version, ended.version, () => next(change));
    }
    case "auction:updated": {
      // The public copy does not depend on the reader, so the user's own data stay.
      const { version, auction: updated } = frame.data;
      return inOrder(version, version, () =>
        next({ ...leftOut, ...updated, version, isLeading: auction.isLeading && updated.leader !== null }),
      );
    }
    case "auction:extended": {
      const { version, endTime, serverTime } = frame.data;
      // The bid that moved the end has the same version, and its event may come first or, merged with later ones, last.
      // So the extension never moves the version, because a price event that comes after it must still count as new.
      if (version === auction.version) return next({ endTime, serverTime });
      return inOrder(version, version, () => next({ endTime, serverTime }));
    }
    case "auction:bids-voided": {
      const { version, bidCount, leader, reserveMet, serverTime } = frame.data;
      const isLeading = auction.isLeading && leader !== null;
      return inOrder(version, version, () =>
        next({ version, ...priced(auction, frame.data), bidCount, leader, reserveMet, isLeading, serverTime }),
      );
    }
    case "auction:mine": {
      const { version, isLeading, bidIds } = frame.data;
      const ownBidIds = [...bidIds, ...view.ownBidIds].slice(0, BIDS_KEPT);
      const own = { ...view, bids: mergeBids(view.bids, [], ownBidIds), ownBidIds };
      // The events of two servers may arrive in the wrong order. The ids of bids are valid in any order.
      if (version < view.leadVersion) return { kind: "changed", view: own };
      return { kind: "changed", view: { ...own, auction: { ...auction, isLeading }, leadVersion: version } };
    }
    case "bid:outbid": {
      // If price events are merged, this event comes before the price event of the same bid. Only a void lowers a
      // price.
      return frame.data.currentPrice > auction.currentPrice ? next(priced(auction, frame.data)) : unchanged;
    }
    case "auction:viewers":
      return { kind: "changed", view: { ...view, viewers: frame.data.count } };
    default:
      return unchanged;
  }
};
