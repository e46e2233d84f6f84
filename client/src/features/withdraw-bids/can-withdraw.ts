// Returns whether a bidder may withdraw their bids because the lot changed (bidding rule 14). The server decides; this
// only offers the button.
import type { Auction, Bid } from "@jara/shared/auction";

export const WITHDRAW_HOURS = 24;
const WITHDRAW_MS = WITHDRAW_HOURS * 3_600_000;

type Changed = Pick<Auction, "status" | "contentChangedAt">;

/** True if the change is at most 24 hours old and the auction is open. */
export const isWithdrawTime = ({ status, contentChangedAt }: Changed, nowMs: number): boolean =>
  (status === "active" || status === "paused") &&
  Boolean(contentChangedAt) &&
  nowMs < Date.parse(contentChangedAt ?? "") + WITHDRAW_MS;

/** `ownBids`: all bids of one person on this auction. A bidder who bid after the change has accepted it. */
export const canWithdraw = (
  auction: Changed,
  ownBids: readonly Pick<Bid, "timestamp" | "voided">[],
  nowMs: number,
): boolean => {
  if (!isWithdrawTime(auction, nowMs)) return false;
  const changedMs = Date.parse(auction.contentChangedAt ?? "");
  const counting = ownBids.filter(({ voided }) => !voided);
  return counting.length > 0 && counting.every(({ timestamp }) => Date.parse(timestamp) < changedMs);
};
