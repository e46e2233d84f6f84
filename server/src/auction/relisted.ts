// Keeps a lot from being sold twice: after a relisting only its newest copy may be sold. Pure functions.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Command, isOfStaff } from "./commands.ts";
import { type AuctionState, isOpen, openSettlement } from "./state.ts";

/** A lot can be relisted only if this is true. */
const isUnsold = (state: AuctionState): boolean =>
  (state.status === "ended" || state.status === "cancelled") && !openSettlement(state) && !state.secondChance;

/**
 * True if staff can still sell the unsold lot itself: to its highest bidder or its runner-up, or by reversing a forfeit.
 * A copy makes all of this impossible. Nobody who was let off buys the lot after all.
 */
export const canStillBeSold = ({ status, leader, settlement }: AuctionState): boolean =>
  status === "ended" && leader !== null && settlement?.status !== "waived";

const mayBeSold = (state: AuctionState): boolean =>
  !state.isRemoved &&
  (isOpen(state) || state.status === "sold" || openSettlement(state) !== null || state.secondChance !== null);

/** True if the change lets somebody get an unsold lot after all: it opens, is sold, is offered, or becomes a draft. */
export const isForSaleAgain = (before: AuctionState, after: AuctionState): boolean =>
  isUnsold(before) && (mayBeSold(after) || after.status === "draft");

/** Whether a decision on the command may be refused because the lot was relisted. Only the store knows its copies. */
export const restsOnCopies = (state: AuctionState, command: Command): boolean => isOfStaff(command) && isUnsold(state);

/**
 * Refuses a change that puts the lot up for sale again. Call it only if the lot has a copy, or a copy of a copy, that
 * was not removed.
 */
export const whyNotForSaleAgain = (before: AuctionState, after: AuctionState): ErrorBody | null => {
  if (!isForSaleAgain(before, after)) return null;
  const message = "This lot was relisted, so its newest copy is the lot to sell. Delete all its copies first.";
  return refusal("AUCTION_NOT_ACTIVE", { message, status: before.status });
};
