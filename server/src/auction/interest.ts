// Refuses people who may not act on an auction: staff without the permission or with an interest in it (conflicts of
// interest), staff who bid or buy, because they see reserves and names, and people with too many unpaid wins. Pure
// functions.
import type { AuctionStatus } from "@jara/shared/auction";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { fieldsThat } from "@jara/shared/lot-fields";
import { isStaff, may, type Permission } from "@jara/shared/permissions";
import type { Command, EditAuction, ExtendDeadline, UserFacts, UsersFacts } from "./commands.ts";
import { changesContent } from "./content-terms.ts";
import { type AuctionState, hasBidsOrMaxima } from "./state.ts";
import { differenceTo } from "./terms.ts";

/**
 * True for a maximum, the lead, a purchase, a win, or a lot that is sold for the user. Only the store knows of bids that were outbid (`Facts.hasBid`).
 */
export const hasInterest = (
  { seller, isConsigned, leader, winner, purchase, settlement, maxBids }: AuctionState,
  userId: string,
): boolean =>
  (isConsigned && seller.id === userId) ||
  leader?.id === userId ||
  winner?.id === userId ||
  purchase?.buyer.id === userId ||
  settlement?.winner.id === userId ||
  maxBids.has(userId);

/** The permission that a staff command needs on this auction; null for a command of bidders or of the clock. */
const permissionFor = (state: AuctionState, command: Command): Permission | null => {
  switch (command.type) {
    case "ChangeStatus":
      return isPublishing(state, command.status) ? "lots:edit" : "auctions:run";
    case "EditAuction":
      return decidesItsFate(state, command.edit) ? "auctions:run" : "lots:edit";
    case "RemoveAuction":
      // A deletion voids an unpaid purchase, so its buyer no longer owes anything.
      return state.purchase ? "auctions:run" : "lots:edit";
    case "SellToHighestBidder":
    case "ShiftTimes":
      return "auctions:run";
    case "VoidBids":
      return "bids:void";
    case "ClosePayment":
      return command.as === "waived" ? "settlements:waive" : "settlements:book";
    case "OfferSecondChance":
      return "settlements:waive";
    case "ExtendDeadline":
      return freezesLot(state, command) ? "auctions:run" : "settlements:book";
    case "RefundSale":
      // Staff who pay cash out of the till need the right to change balances.
      return command.inCash ? "balances:change" : "settlements:book";
    case "BookPayment":
    case "ReverseSettlement":
      return "settlements:book";
    default:
      return null;
  }
};

const isPublishing = ({ status }: AuctionState, becomes: AuctionStatus): boolean =>
  becomes === status || (status === "draft" && becomes === "active");

/** A lot that somebody is buying stays paused until the deadline: staff of payments alone stop it for a day at most. */
const PURCHASE_PAUSE_MS = 24 * 60 * 60 * 1000;

/** True if the buyer of a purchase would get so long that the lot's other bidders wait for more than a day. */
const freezesLot = ({ purchase, pausedAt }: AuctionState, { settlementId, dueAt }: ExtendDeadline): boolean => {
  const isUnpaid = purchase?.id === settlementId && purchase.bidPriceMinor === null;
  return isUnpaid && dueAt > (pausedAt ?? 0) + PURCHASE_PAUSE_MS;
};

/**
 * True if the edit changes the status, except from draft to active. Also true if the lot is not a draft and the edit
 * moves its end or changes its prices, its currency, its increment or its soft close, and if it changes what a lot with
 * bids or maxima says. Staff who only make lots may do none of this.
 */
const decidesItsFate = (state: AuctionState, edit: EditAuction["edit"]): boolean =>
  (edit.status !== undefined && !isPublishing(state, edit.status)) ||
  (edit.endsAt !== undefined && state.status !== "draft" && edit.endsAt !== state.endsAt) ||
  changesItsSale(state, edit) ||
  changesItsBidding(state, edit) ||
  changesItsContent(state, edit);

const saleTerms = fieldsThat("isPrice");

/**
 * True if the edit changes the starting price, the reserve, the Buy It Now price or the currency of a lot that is not a
 * draft. Another currency changes the value of the three amounts.
 */
const changesItsSale = (state: AuctionState, edit: EditAuction["edit"]): boolean =>
  state.status !== "draft" && saleTerms.some((term) => edit[term] !== undefined && edit[term] !== state[term]);

/**
 * True if the edit changes the increment or the soft close of a lot that is not a draft. A huge increment prevents a
 * first bid until somebody lowers it in the last second. The increment of a table follows the price, so an edit cannot
 * set it.
 */
const changesItsBidding = (state: AuctionState, edit: EditAuction["edit"]): boolean => {
  const { incrementTable, incrementMinor, softClose } = edit;
  if (state.status === "draft") return false;
  const hasTable = state.increments !== null;
  return (
    (incrementTable !== undefined && incrementTable !== hasTable) ||
    (incrementMinor !== undefined && !hasTable && incrementMinor !== state.incrementMinor) ||
    (softClose !== undefined && differenceTo(state, { softClose }) !== null)
  );
};

/**
 * True if the edit changes what the lot says although bids or maxima rely on it. Such a change suspends all maxima and
 * may move the end.
 */
const changesItsContent = (state: AuctionState, { addendum, ...edit }: EditAuction["edit"]): boolean => {
  if (!hasBidsOrMaxima(state)) return false;
  const difference = differenceTo(state, edit);
  return addendum !== undefined || (difference !== null && changesContent(difference));
};

/**
 * Returns the refusal of a staff command by this user on this auction. Null if the user may use the command, or if it
 * is not a staff command.
 */
export const whyNotStaff = (state: AuctionState, command: Command, { user, hasBid }: UsersFacts): ErrorBody | null => {
  const permission = permissionFor(state, command);
  if (permission === null) return null;
  if (!may(user.role, permission)) return forbidden(state, command);
  if (!hasBid && !hasInterest(state, user.id)) return null;
  const message =
    "This lot is yours, or you have a bid, a maximum, a purchase or a win on it: somebody else must do this.";
  return refusal("CONFLICT_OF_INTEREST", { message });
};

const forbidden = (state: AuctionState, command: Command): ErrorBody => {
  if (command.type === "RemoveAuction" && state.purchase) {
    const message = "Somebody has used Buy It Now, so only staff who run auctions can delete this lot.";
    return refusal("FORBIDDEN", { message });
  }
  if (command.type === "ExtendDeadline" && freezesLot(state, command)) {
    const message =
      "The lot is paused until its buyer has paid. Only staff who run auctions can pause it for more than a day.";
    return refusal("FORBIDDEN", { message });
  }
  if (command.type === "EditAuction" && changesItsSale(state, command.edit)) {
    const message =
      "This lot is not a draft, so only staff who run auctions can change its starting price, its reserve, its Buy It Now " +
      "price or its currency.";
    return refusal("FORBIDDEN", { message });
  }
  if (command.type === "EditAuction" && changesItsBidding(state, command.edit)) {
    const message =
      "This lot is not a draft, so only staff who run auctions can change its increment or its soft close.";
    return refusal("FORBIDDEN", { message });
  }
  if (command.type === "EditAuction" && changesItsContent(state, command.edit)) {
    const message =
      "People have bid on this lot or set a maximum, so only staff who run auctions can change what it says.";
    return refusal("FORBIDDEN", { message });
  }
  return refusal("FORBIDDEN");
};

/**
 * The refusal for somebody of the staff who bids, sets a maximum or buys; null for users, or if the site allows it.
 */
export const whyNoStaff = ({ user, staffMayBid }: UsersFacts): ErrorBody | null =>
  isStaff(user.role) && !staffMayBid ? staffRefusal : null;

/** The refusal for a person with too many unpaid wins; null for others. */
export const whyUnpaidWins = ({
  user,
  maxUnpaidWins,
}: Pick<UsersFacts, "maxUnpaidWins"> & { readonly user: Pick<UserFacts, "unpaidWins"> }): ErrorBody | null => {
  if (maxUnpaidWins === undefined || user.unpaidWins < maxUnpaidWins) return null;
  const message = `You did not pay ${user.unpaidWins} lots that you won. You cannot bid or buy until they are settled. Please contact us.`;
  return refusal("FORBIDDEN", { message });
};

export const staffRefusal: ErrorBody = refusal("CONFLICT_OF_INTEREST", {
  message: "Staff do not bid or buy on this site.",
});

/** The message to a person who waits for the deletion of their account. */
export const CLOSING =
  "You asked us to delete your account, so it cannot bid or buy. To continue, choose “Keep my account” under “Your data”.";
