// Keeps people whose account was deleted or suspended from leading a lot that opens again. Pure functions.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { Facts } from "./commands.ts";
import type { AuctionState } from "./state.ts";

/** A message names so many people at most. */
const NAMED = 5;

/**
 * Refuses to open a lot again if people with a deleted or suspended account have bids or maxima on it that would count.
 */
export const whyNotOpenAgain = ({ status }: AuctionState, { goneBidders = [] }: Facts): ErrorBody | null => {
  const counting = goneBidders.filter(({ isPassedOver }) => !isPassedOver);
  if (counting.length === 0) return null;
  const names = counting.slice(0, NAMED).map(({ username }) => username);
  const message =
    `Void the bids of ${names.join(", ")} on this lot first. ` +
    "Their accounts are deleted or suspended, and their bids would count again.";
  return refusal("AUCTION_NOT_ACTIVE", { message, status });
};
