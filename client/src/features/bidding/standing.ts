// Where the reader stands in an auction, from what the server said of them and never from comparing amounts.
import type { AuctionView } from "@jara/shared/auction-view";

export type Standing = "leading" | "outbid" | "none";

export const standingOf = ({ auction, bids, ownBidIds }: AuctionView, hasMaxBid: boolean): Standing => {
  if (auction.isLeading) return "leading";
  const hasBid =
    bids.some(({ bidder, voided }) => bidder.username === "You" && !voided) ||
    // The word that a bid is one's own may come before the bid itself.
    ownBidIds.some((id) => !bids.some(({ _id }) => _id === id));
  return auction.leader && (hasBid || hasMaxBid) ? "outbid" : "none";
};
