// Decides from the auction's status and the server's clock whether a max bid can still act for its owner.
import { lotStateOf, nobody } from "@jara/shared/lot-state";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import { badgesOf, type StateBadge } from "../../lots/state-badges.ts";

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
  badges: StateBadge[];
}

export const autoBidStateOf = (listed: ListedMaxBid, nowMs: number): AutoBidState => {
  const { auction, maxAmount, contentVersion, isSuspended, isWon } = listed;
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
    badges: isOpen || isWon ? badgesOf(stateOf(listed, isOpen, nowMs)) : [],
  };
};

/** The list knows neither the minimum bid nor reserves and purchases. The notice below the card tells of a suspended maximum. */
const stateOf = ({ auction, maxAmount, isLeading, isWon }: ListedMaxBid, isOpen: boolean, nowMs: number) =>
  lotStateOf(
    {
      ...auction,
      isLeading: isLeading || isWon,
      winner: isWon ? { username: "You" } : null,
      status: isOpen ? auction.status : "ended",
      ...unknownOfList,
    },
    { ...nobody, hasBid: isLeading || isWon, maximum: { maxAmount, isSuspended: false } },
    nowMs,
  );
const unknownOfList = {
  minimumBid: Number.POSITIVE_INFINITY,
  pausedUntil: null,
  softClose: null,
  latestEndTime: null,
  hasReserve: false,
  reserveMet: true,
};
