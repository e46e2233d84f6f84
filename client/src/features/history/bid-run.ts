// Bids are numbered without gaps from 1 to the auction's bid count. That tells what is missing between what was loaded
// and what came live, and on which page of the history it is.
import type { Bid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/auction-view";

export const PAGE_SIZE = 20;

/** Newest first, each bid once; later sources win, and the reader's own show as "You". */
export const joinBids = (loaded: readonly Bid[], live: readonly Bid[], ownBidIds: readonly string[]): Bid[] => {
  const byId = new Map([...loaded, ...live].map((bid) => [bid._id, bid]));
  const own = new Set(ownBidIds);
  for (const bid of loaded) if (bid.bidder.username === "You") own.add(bid._id);
  return [...byId.values()]
    .sort((a, b) => bidNumber(b) - bidNumber(a))
    .map((bid) => (own.has(bid._id) ? { ...bid, bidder: { username: "You" } } : bid));
};

export interface BidRun {
  /** The newest bids, without a gap. */
  bids: Bid[];
  /** The number of the newest bid that is missing although an older one is known, or nothing is known; else null. */
  hole: number | null;
  /** The number of the next older bid to load, or null when the first bid is there. */
  next: number | null;
}

export const runOf = (bids: readonly Bid[], bidCount: number): BidRun => {
  const newest = bids[0] ? bidNumber(bids[0]) : 0;
  const top = Math.max(newest, bidCount);
  const broken = bids.findIndex((bid, index) => bidNumber(bid) !== top - index);
  const length = broken === -1 ? bids.length : broken;
  const missing = top - length;
  return {
    bids: bids.slice(0, length),
    hole: missing > 0 && (broken !== -1 || bids.length === 0) ? missing : null,
    next: missing > 0 ? missing : null,
  };
};

/** The page (from 1) of the newest-first history on which a bid stands. */
export const pageOf = (number: number, bidCount: number): number =>
  Math.floor(Math.max(0, bidCount - number) / PAGE_SIZE) + 1;
