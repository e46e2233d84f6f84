// Merges the loaded pages of a bid history with live bids. Bids, voided ones too, are numbered from 1 without gaps, so
// the newest number shows which bids are missing and on which page of the history they are.
import type { Bid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/fold-auction";

export const PAGE_SIZE = 20;

/**
 * Newest first, each bid once. Later sources win, a voided bid stays voided, and the user's own bids appear as "You".
 */
export const mergeBids = (loaded: readonly Bid[], live: readonly Bid[], ownBidIds: readonly string[]): Bid[] => {
  const byId = new Map<string, Bid>();
  for (const bid of [...loaded, ...live]) {
    const voided = bid.voided ?? byId.get(bid._id)?.voided;
    byId.set(bid._id, voided ? { ...bid, voided } : bid);
  }
  const own = new Set(ownBidIds);
  for (const bid of loaded) if (bid.bidder.username === "You") own.add(bid._id);
  return [...byId.values()]
    .sort((a, b) => bidNumber(b) - bidNumber(a))
    .map((bid) => (own.has(bid._id) ? { ...bid, bidder: { username: "You" } } : bid));
};

export interface ContiguousBids {
  /** The newest bids, without a gap. */
  bids: Bid[];
  /** The number of the newest missing bid if an older bid is known, or if less than a page is known; otherwise null. */
  gap: number | null;
  /** The number of the next older bid to load, or null when the first bid is loaded. */
  next: number | null;
}

/** `total`: all recorded bids, voided ones included. */
export const contiguousBids = (bids: readonly Bid[], total: number): ContiguousBids => {
  const newest = bids[0] ? bidNumber(bids[0]) : 0;
  const top = Math.max(newest, total);
  const broken = bids.findIndex((bid, index) => bidNumber(bid) !== top - index);
  const length = broken === -1 ? bids.length : broken;
  const missing = top - length;
  return {
    bids: bids.slice(0, length),
    gap: missing > 0 && (broken !== -1 || length < PAGE_SIZE) ? missing : null,
    next: missing > 0 ? missing : null,
  };
};

/**
 * After a void, the bids of the replay have later numbers but stand among the voided bids by time. So sort by time, as
 * the server's pages do, and use only the count to find out whether older bids are missing.
 */
export const replayedBids = (bids: readonly Bid[], total: number): ContiguousBids => ({
  bids: bids.toSorted(
    (a, b) => b.timestamp.localeCompare(a.timestamp) || b.amount - a.amount || bidNumber(b) - bidNumber(a),
  ),
  gap: total > bids.length && bids.length < PAGE_SIZE ? total - bids.length : null,
  next: total > bids.length ? total - bids.length : null,
});

/** The page (from 1) of the newest-first history on which a bid stands. */
export const pageOf = (number: number, total: number): number =>
  Math.floor(Math.max(0, total - number) / PAGE_SIZE) + 1;
