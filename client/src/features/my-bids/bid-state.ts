// Decides how the user stands on an auction, and the one thing to do next. Pure: it reads the live auction and the
// user's own row.
import { formatMoney } from "@jara/shared/money";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import type { Tone } from "../../ui/badge.tsx";

export type BidState =
  | ("offered" | "to-pay" | "bought" | "paid" | "ready" | "collected" | "unpaid")
  | ("leading" | "outbid" | "suspended" | "no-bid")
  | ("won" | "reserve-not-met" | "lost" | "cancelled" | "withdrawn");

type Row = Pick<MyAuction, "auction" | "owed" | "offer" | "highestBid" | "maxBid">;

export const bidStateWords: Record<BidState, { readonly words: string; readonly tone: Tone }> = {
  offered: { words: "Offered to you", tone: "amber" },
  "to-pay": { words: "To pay", tone: "amber" },
  bought: { words: "Bought", tone: "success" },
  paid: { words: "Paid", tone: "success" },
  ready: { words: "Ready for pickup", tone: "success" },
  collected: { words: "Collected", tone: "neutral" },
  unpaid: { words: "Not paid in time", tone: "neutral" },
  leading: { words: "Leading", tone: "success" },
  outbid: { words: "Outbid", tone: "amber" },
  suspended: { words: "Maximum suspended", tone: "amber" },
  "no-bid": { words: "No valid bid", tone: "neutral" },
  won: { words: "Won!", tone: "success" },
  "reserve-not-met": { words: "Reserve not met", tone: "neutral" },
  lost: { words: "Lost", tone: "neutral" },
  cancelled: { words: "Cancelled: all bids are void", tone: "neutral" },
  withdrawn: { words: "Withdrawn: all bids are void", tone: "neutral" },
};

/**
 * "Won!" and "Leading" come from the leader that the server names, never from comparing amounts. If an auction was bought
 * with Buy It Now, its leader has not won. If the winner's bids were voided, the next leader has not won either.
 */
export const bidStateOf = ({ auction, owed, offer, highestBid, maxBid }: Row): BidState => {
  const { status, isLeading, winner, currentPrice } = auction;
  if (status === "draft") return "withdrawn";
  if (status === "cancelled") return "cancelled";
  if (owed?.status === "open") return owed.kind === "win" ? "to-pay" : "bought";
  if (offer) return "offered";
  if (owed?.status === "paid") {
    return owed.pickup === "handed-over" ? "collected" : owed.pickup === "ready" ? "ready" : "paid";
  }
  if (status === "active" || status === "paused") {
    if (maxBid?.isSuspended) return "suspended";
    if (highestBid === null) return "no-bid";
    return isLeading ? "leading" : "outbid";
  }
  if (owed?.status === "forfeited") return "unpaid";
  if (!isLeading || highestBid === null) return "lost";
  if (winner) return highestBid === currentPrice ? "won" : "lost";
  return auction.hasReserve && !auction.reserveMet ? "reserve-not-met" : "lost";
};

type StateWords = (typeof bidStateWords)[BidState];

/**
 * The badges of the row. "Won!" and "Bought" stay when the payment moves on, and its state stands beside them. So does
 * "Leading" beside a suspended maximum.
 */
export const bidBadgesOf = (row: Row): StateWords[] => {
  const state = bidStateOf(row);
  const own = bidStateWords[state];
  const { owed, auction } = row;
  if (state === "suspended" && auction.isLeading && row.highestBid !== null) return [bidStateWords.leading, own];
  const stays = owed?.status === "open" || owed?.status === "paid";
  const isForfeited = state === "unpaid" && auction.winner?.username === "You";
  if (!owed || state === "bought" || !(stays || isForfeited)) return [own];
  return [bidStateWords[owed.kind === "win" ? "won" : "bought"], own];
};

export interface NextStep {
  readonly label: string;
  readonly to: string;
}

/** The one action of the row; null if there is only the auction to look at. */
export const nextStepOf = (row: Row): NextStep | null => {
  const { auction, owed, maxBid } = row;
  const lot = `/auction/${auction._id}`;
  switch (bidStateOf(row)) {
    case "to-pay":
    case "bought":
      return { label: `Pay ${formatMoney(owed?.remaining ?? 0, auction.currency)}`, to: `${lot}?pay` };
    case "offered":
      return { label: "Answer the offer", to: "/purchases" };
    case "ready":
      return { label: "Pickup details", to: `${lot}?pay` };
    case "suspended":
      return { label: "Review the change", to: "/my-max-bids" };
    case "outbid":
      if (auction.status !== "active") return null;
      return maxBid ? { label: "Raise maximum", to: `${lot}?bid=auto` } : { label: "Bid again", to: lot };
    default:
      return null;
  }
};
