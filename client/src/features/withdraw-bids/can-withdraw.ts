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

type OwnBid = Pick<Bid, "kind" | "timestamp" | "voided">;

/** `ownBids`: all bids of one person on this auction. A bidder who bid after the change has accepted it. */
export const canWithdraw = (auction: Changed, ownBids: readonly OwnBid[], nowMs: number): boolean => {
  if (!isWithdrawTime(auction, nowMs)) return false;
  const changedMs = Date.parse(auction.contentChangedAt ?? "");
  const goneMs = Math.max(0, ...ownBids.map(goneAt));
  const binding = ownBids.filter((bid) => isBinding(bid, goneMs));
  return binding.length > 0 && binding.every(({ timestamp }) => Date.parse(timestamp) < changedMs);
};

/**
 * Returns the time at which this bid was voided or withdrawn together with the person's other bids; 0 if it counts or
 * was recalculated.
 */
const goneAt = ({ voided }: OwnBid): number => (voided && voided.reason !== "recalculated" ? Date.parse(voided.at) : 0);

/** A bid by hand that was recalculated may count again after another void. */
const isBinding = ({ kind, timestamp, voided }: OwnBid, goneMs: number): boolean =>
  !voided || (voided.reason === "recalculated" && kind === "manual" && Date.parse(timestamp) > goneMs);
