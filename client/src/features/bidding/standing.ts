// Where the reader stands in an auction, from what the server said of them and never from comparing amounts.
import type { AuctionView } from "@jara/shared/auction-view";

export type Standing = "leading" | "outbid" | "none";

export const standingOf = ({ auction, bids, ownBidIds }: AuctionView, hasMaxBid: boolean): Standing => {
  if (auction.isLeading) return "leading";
  const hasBid = ownBidIds.length > 0 || bids.some(({ bidder }) => bidder.username === "You");
  return auction.leader && (hasBid || hasMaxBid) ? "outbid" : "none";
};
