// Decides from the auction's status and the server's clock whether a max bid can still act for its owner.
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import type { Tone } from "../../ui/badge.tsx";

export const AUCTION_OVER = "This auction has ended. Auto-bidding is no longer active.";
export const AUCTION_PAUSED = `${AUCTION_OVER} It is paused: auto-bidding continues when it resumes.`;
export const MAX_REACHED = "Your maximum bid amount has been reached or exceeded by the current price";

export interface AutoBidState {
  /** True if the auction is active and before its end: the max bid can act and can be cancelled. */
  running: boolean;
  /** The text of the grey notice, if any. */
  notice: string | null;
  /** True if the yellow notice is shown. */
  reached: boolean;
  /** True if the lot changed and is not over: the max bid waits for its owner. */
  suspended: boolean;
  /** False once the auction is over. Such maxima are listed below. A pause does not end an auction. */
  isOpen: boolean;
  badge: { words: string; tone: Tone } | null;
}

export const autoBidStateOf = (
  { auction, maxAmount, contentVersion, isSuspended, isLeading, isWon }: ListedMaxBid,
  nowMs: number,
): AutoBidState => {
  const running = auction.status === "active" && Date.parse(auction.endTime) > nowMs;
  const notice = running ? null : auction.status === "paused" ? AUCTION_PAUSED : AUCTION_OVER;
  const isOpen = running || auction.status === "paused";
  const suspended = isOpen && (isSuspended || contentVersion < (auction.fullVersion ?? auction.contentVersion));
  // The maximum of a lot that its owner won was not beaten, whatever the price.
  const isBeaten = isOpen || !isWon;
  return {
    running,
    notice,
    suspended,
    isOpen,
    reached: isBeaten && maxAmount <= auction.currentPrice,
    badge: badgeOf({ isOpen, isLeading, isWon, hasBid: isLeading || maxAmount <= auction.currentPrice }),
  };
};

interface Facts {
  isOpen: boolean;
  isLeading: boolean;
  isWon: boolean;
  /** False for a maximum above the price that does not lead: it waits, because the next bid would exceed it. */
  hasBid: boolean;
}

const badgeOf = ({ isOpen, isLeading, isWon, hasBid }: Facts): AutoBidState["badge"] => {
  if (!isOpen) return isWon ? { words: "Won!", tone: "success" } : null;
  if (isLeading) return { words: "Leading", tone: "success" };
  return hasBid ? { words: "Outbid", tone: "amber" } : { words: "Not leading", tone: "neutral" };
};
