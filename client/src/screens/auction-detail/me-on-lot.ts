// Says how the user stands on the lot of the page, for the rule of shared/src/lot-state.ts.
import type { Auction, Bid, MaxBid } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import { type Me, nobody } from "@jara/shared/lot-state";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { Win } from "@jara/shared/rest/settlements";
import { isSuspendedOn } from "../../features/auto-bid/max-bid-rules.ts";

/** The newest Buy It Now; undefined while it is unknown. */
type Purchase = BuyItNowStatus["purchase"] | undefined;

interface Facts {
  view: Pick<AuctionView, "auction" | "ownBidIds">;
  bids: readonly Bid[];
  maxBid: MaxBid | null;
  purchase: Purchase;
}

/** Returns how the user stands, but for what they won or bought. */
export const meOn = ({ view: { auction, ownBidIds }, bids, maxBid, purchase }: Facts): Me => {
  // The bids of a cancelled lot were cancelled with it.
  const counts = ({ voided }: Bid) => !voided || (auction.status === "cancelled" && voided.reason === "cancelled");
  const own = bids.filter((bid) => bid.bidder.username === "You" && counts(bid));
  // The server's mark that a bid is the user's own may arrive before the bid itself.
  const isMarked = ownBidIds.some((id) => !bids.some(({ _id }) => _id === id));
  return {
    ...nobody,
    hasBid: auction.isLeading || own.length > 0 || isMarked,
    highestBid: own.length > 0 ? Math.max(...own.map(({ amount }) => amount)) : null,
    maximum: maxBid && { maxAmount: maxBid.maxAmount, isSuspended: isSuspendedOn(auction, maxBid) },
    isSoldElsewhere: isSoldElsewhere(auction, purchase),
  };
};

/** `win`: null or undefined if it is unknown. */
export const owedOf = (purchase: Purchase, win: Win | null | undefined): Me["owed"] => {
  if (purchase?.mine && purchase.status === "pending") return { kind: "buy-it-now", status: "open", pickup: null };
  return win ? { kind: win.kind, status: win.status, pickup: win.pickup?.status ?? null } : null;
};

/** Until it is known how the lot was sold, nobody is told that they won. */
const isSoldElsewhere = ({ status, buyItNowPrice }: Auction, purchase: Purchase): boolean => {
  if (status !== "sold") return false;
  if (purchase?.status === "paid") return !purchase.mine;
  return buyItNowPrice !== null && (purchase === undefined || purchase?.status === "pending");
};
