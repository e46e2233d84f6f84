// Conflicts of interest. Administrators do not bid, because they see reserves and names. An administrator with an interest
// in an auction cannot use an administrator's command on it. Pure.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { UsersFacts } from "./commands.ts";
import type { AuctionState } from "./state.ts";

/** True for a maximum, the lead, a purchase or a win. Only the store knows a bid that was outbid (`Facts.hasBid`). */
export const hasInterest = ({ leader, winner, purchase, settlement, maxBids }: AuctionState, userId: string): boolean =>
  leader?.id === userId ||
  winner?.id === userId ||
  purchase?.buyer.id === userId ||
  settlement?.winner.id === userId ||
  maxBids.has(userId);

/** Why the user may use no administrator's command on this auction; null where they may. */
export const whyNotAdmin = (state: AuctionState, { user, hasBid }: UsersFacts): ErrorBody | null => {
  if (user.role !== "admin") return refusal("FORBIDDEN");
  if (!hasBid && !hasInterest(state, user.id)) return null;
  const message = "You have a bid, a maximum, a purchase or a win on this auction: another administrator must do this.";
  return refusal("CONFLICT_OF_INTEREST", { message });
};

/** Administrators place no bids, set no maxima and buy nothing, unless the site allows it. */
export const whyNoStaff = ({ user, staffMayBid }: UsersFacts): ErrorBody | null =>
  user.role === "admin" && !staffMayBid ? staffRefusal : null;

export const staffRefusal: ErrorBody = refusal("CONFLICT_OF_INTEREST", {
  message: "Administrators do not bid or buy on this site.",
});
