// Returns whether the user leads or is outbid. It comes from what the server says and never from comparing amounts.
import type { AuctionView } from "@jara/shared/fold-auction";

export type Position = "leading" | "outbid" | "none";

export const positionOf = ({ auction, bids, ownBidIds }: AuctionView, hasMaxBid: boolean): Position => {
  if (auction.isLeading) return "leading";
  const hasBid =
    bids.some(({ bidder, voided }) => bidder.username === "You" && !voided) ||
    // The server's mark that a bid is the user's own may arrive before the bid itself.
    ownBidIds.some((id) => !bids.some(({ _id }) => _id === id));
  return auction.leader && (hasBid || hasMaxBid) ? "outbid" : "none";
};
