// Keeps a lot from being sold twice: once it was relisted, its copy is the lot to sell. Pure functions.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Command, isAdmins } from "./commands.ts";
import { type AuctionState, isOpen, openSettlement } from "./state.ts";

/** Only such a lot can be relisted. */
const isUnsold = (state: AuctionState): boolean =>
  (state.status === "ended" || state.status === "cancelled") && !openSettlement(state) && !state.secondChance;

const mayBeSold = (state: AuctionState): boolean =>
  !state.isRemoved &&
  (isOpen(state) || state.status === "sold" || openSettlement(state) !== null || state.secondChance !== null);

/** True if the change makes it possible again that somebody gets the lot: it opens, is sold, or is offered to somebody. */
export const isForSaleAgain = (before: AuctionState, after: AuctionState): boolean =>
  isUnsold(before) && (mayBeSold(after) || after.status === "draft");

/** Whether a decision on the command may be refused because the lot was relisted. The store alone knows its copies. */
export const restsOnCopies = (state: AuctionState, command: Command): boolean => isAdmins(command) && isUnsold(state);

/** For a lot that has a copy which was not removed. */
export const whyNotForSaleAgain = (before: AuctionState, after: AuctionState): ErrorBody | null => {
  if (!isForSaleAgain(before, after)) return null;
  const message = "This lot was relisted, so its copy is the lot to sell. Delete the copy first.";
  return refusal("AUCTION_NOT_ACTIVE", { message, status: before.status });
};
