// The user's bids by auction: the auction bid on last comes first, and in it the newest bid.
import type { Auction, MyBid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/auction-view";

export type OwnBid = Omit<MyBid, "auction">;
export interface BidGroup {
  auction: Auction;
  bids: OwnBid[];
  highest: number;
}

export const groupBids = (myBids: readonly MyBid[]): BidGroup[] => {
  const groups = new Map<string, BidGroup>();
  for (const { auction, ...bid } of myBids) {
    const group = groups.get(auction._id) ?? { auction, bids: [], highest: 0 };
    group.bids.push(bid);
    group.highest = Math.max(group.highest, bid.amount);
    groups.set(auction._id, group);
  }
  for (const { bids } of groups.values()) bids.sort((a, b) => bidNumber(b) - bidNumber(a));
  const newest = ({ bids }: BidGroup) => bids[0]?.timestamp ?? "";
  return [...groups.values()].sort((a, b) => newest(b).localeCompare(newest(a)));
};

/**
 * "Won!" and "Leading" come from what the server says of the leader. Whoever led an auction that was then bought with Buy
 * It Now has not won: its price is no bid of theirs.
 */
export const standingOf = (
  { status, isLeading, winner, currentPrice }: Auction,
  highest: number,
): "Won!" | "Leading" | null => {
  if (!isLeading) return null;
  if (status === "active" || status === "paused") return "Leading";
  const over = status === "ended" || status === "sold";
  return over && winner !== null && highest === currentPrice ? "Won!" : null;
};
