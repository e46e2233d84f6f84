// Conflicts of interest. Administrators do not bid, because they see reserves and names. An administrator with an
// interest in an auction must not use an administrator's command on it. Pure functions.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { UsersFacts } from "./commands.ts";
import type { AuctionState } from "./state.ts";

/**
 * True for a maximum, the lead, a purchase or a win. Only the store knows of bids that were outbid (`Facts.hasBid`).
 */
export const hasInterest = ({ leader, winner, purchase, settlement, maxBids }: AuctionState, userId: string): boolean =>
  leader?.id === userId ||
  winner?.id === userId ||
  purchase?.buyer.id === userId ||
  settlement?.winner.id === userId ||
  maxBids.has(userId);

/** The refusal of an administrator's command by this user on this auction; null if the user may use it. */
export const whyNotAdmin = (state: AuctionState, { user, hasBid }: UsersFacts): ErrorBody | null => {
  if (user.role !== "admin") return refusal("FORBIDDEN");
  if (!hasBid && !hasInterest(state, user.id)) return null;
  const message = "You have a bid, a maximum, a purchase or a win on this auction: another administrator must do this.";
  return refusal("CONFLICT_OF_INTEREST", { message });
};

/**
 * The refusal for an administrator who bids, sets a maximum or buys; null for other users, or if the site allows it.
 */
export const whyNoStaff = ({ user, staffMayBid }: UsersFacts): ErrorBody | null =>
  user.role === "admin" && !staffMayBid ? staffRefusal : null;

/** The refusal for a person with too many unpaid wins; null for others. */
export const whyUnpaidWins = ({ user, maxUnpaidWins }: UsersFacts): ErrorBody | null => {
  if (maxUnpaidWins === undefined || user.unpaidWins < maxUnpaidWins) return null;
  const message = `You did not pay ${user.unpaidWins} lots that you won. You cannot bid or buy until they are settled. Please contact us.`;
  return refusal("FORBIDDEN", { message });
};

export const staffRefusal: ErrorBody = refusal("CONFLICT_OF_INTEREST", {
  message: "Administrators do not bid or buy on this site.",
});
