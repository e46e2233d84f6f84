// Decides from the auction's status and the server's clock whether a max bid can still act for its owner.
import type { MaxBid } from "@jara/shared/auction";

export const AUCTION_OVER = "This auction has ended. Auto-bidding is no longer active.";
export const AUCTION_PAUSED = "This auction is paused. Auto-bidding continues when it resumes.";
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
}

export const autoBidStateOf = (
  { auction, maxAmount, contentVersion, isSuspended }: MaxBid,
  nowMs: number,
): AutoBidState => {
  const running = auction.status === "active" && Date.parse(auction.endTime) > nowMs;
  const notice = running ? null : auction.status === "paused" ? AUCTION_PAUSED : AUCTION_OVER;
  const isOpen = running || auction.status === "paused";
  const suspended = isOpen && (isSuspended || contentVersion < auction.contentVersion);
  return { running, notice, reached: maxAmount <= auction.currentPrice, suspended };
};
