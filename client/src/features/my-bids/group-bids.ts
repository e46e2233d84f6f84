// The user's bids by auction: the auction bid on last comes first, and in it the newest bid.
import type { Auction, MyBid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/auction-view";

export type OwnBid = Omit<MyBid, "auction">;
export interface BidGroup {
  auction: Auction;
  bids: OwnBid[];
  /** Of the bids that count; 0 where none does. */
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

/** By time: after a void, bids of an earlier time come under later numbers. */
const newestFirst = (a: OwnBid, b: OwnBid): number =>
  b.timestamp.localeCompare(a.timestamp) || bidNumber(b) - bidNumber(a);

/**
 * "Won!" and "Leading" come from what the server says of the leader. Whoever led an auction that was then bought with Buy
 * It Now has not won: its price is no bid of theirs. Nor has whoever leads after the winner's bids were voided: then there
 * is no winner. Somebody whose bids are all void neither leads nor has won.
 */
export const standingOf = (
  { status, isLeading, winner, currentPrice }: Auction,
  highest: number,
): "Won!" | "Leading" | null => {
  if (!isLeading || highest === 0) return null;
  if (status === "active" || status === "paused") return "Leading";
  const over = status === "ended" || status === "sold";
  return over && winner !== null && highest === currentPrice ? "Won!" : null;
};
