// The user's bids grouped by auction: the auction with the latest bid first and, within an auction, the newest bid
// first.
import type { Auction, MyBid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/fold-auction";

export type OwnBid = Omit<MyBid, "auction">;
export interface BidGroup {
  auction: Auction;
  bids: OwnBid[];
  /** The highest valid bid; 0 if there is none. */
  highest: number;
}

export const groupBids = (myBids: readonly MyBid[]): BidGroup[] => {
  const groups = new Map<string, BidGroup>();
  for (const { auction, ...bid } of myBids) {
    const group = groups.get(auction._id) ?? { auction, bids: [], highest: 0 };
    group.bids.push(bid);
    if (!bid.voided) group.highest = Math.max(group.highest, bid.amount);
    groups.set(auction._id, group);
  }
  for (const { bids } of groups.values()) bids.sort(newestFirst);
  const newest = ({ bids }: BidGroup) => bids[0]?.timestamp ?? "";
  return [...groups.values()].sort((a, b) => newest(b).localeCompare(newest(a)));
};

/** Sorts by time, because after a void, bids of an earlier time have later numbers. */
const newestFirst = (a: OwnBid, b: OwnBid): number =>
  b.timestamp.localeCompare(a.timestamp) || bidNumber(b) - bidNumber(a);

/**
 * "Won!" and "Leading" come from the leader that the server names. If an auction was bought with Buy It Now, its leader
 * has not won, because the price is not a bid of theirs. If the winner's bids were voided, the next leader has not won
 * either: there is no winner. A user whose bids are all void neither leads nor has won.
 */
export const positionOf = (
  { status, isLeading, winner, currentPrice }: Auction,
  highest: number,
): "Won!" | "Leading" | null => {
  if (!isLeading || highest === 0) return null;
  if (status === "active" || status === "paused") return "Leading";
  const over = status === "ended" || status === "sold";
  return over && winner !== null && highest === currentPrice ? "Won!" : null;
};
