// The commands of bidders: bids, and maxima that are set, cancelled and confirmed, with the reasons for which they are
// refused. Rule numbers refer to docs/rules/bidding.md.
import { minimumBidMinor, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { toMajor } from "@jara/shared/money";
import { bidTooLow, maxBidTooLow } from "@jara/shared/refusal-words";
import type { CancelMaxBid, ConfirmMaxBid, PlaceBid, SetMaxBid, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { whyNoStaff, whyUnpaidWins } from "./interest.ts";
import { resolve } from "./proxy-bidding.ts";
import { whyTooLittle } from "./settlement/reservations.ts";
import { type AuctionState, isSuspended } from "./state.ts";
import { seesDrafts } from "./view/viewer.ts";

export const placeBid = (state: AuctionState, command: PlaceBid, facts: UsersFacts, now: number): Decision => {
  const no = whyNotOpen(state, facts, now) ?? whyNotBidder(state, facts) ?? whyNotRead(state, command.contentVersion);
  if (no) return refused(no);

  const minimumMinor = minimumBidMinor(state.priceMinor, state.incrementMinor);
  if (command.amountMinor < minimumMinor) {
    const minimumBid = toMajor(minimumMinor);
    return refused(refusal("BID_TOO_LOW", { message: bidTooLow(minimumBid, state.currency), minimumBid }));
  }
  const poor = whyTooPoor(state, facts, command.amountMinor, "your bid");
  if (poor) return refused(poor);

  const bidder = { id: facts.user.id, username: facts.user.username };
  return accepted(...resolve(state, { bidder, amountMinor: command.amountMinor }));
};

export const setMaxBid = (state: AuctionState, command: SetMaxBid, facts: UsersFacts, now: number): Decision => {
  const no = whyNotOpen(state, facts, now) ?? whyNotBidder(state, facts) ?? whyNotRead(state, command.contentVersion);
  if (no) return refused(no);
  if (command.currency !== state.currency) {
    return refused(refusal("WRONG_CURRENCY", { message: `This auction is in ${state.currency}.` }));
  }
  if (command.amountMinor <= state.priceMinor) {
    const currentPrice = toMajor(state.priceMinor);
    return refused(refusal("MAX_BID_TOO_LOW", { message: maxBidTooLow(currentPrice, state.currency), currentPrice }));
  }
  const poor = whyTooPoor(state, facts, command.amountMinor, "your max bid");
  if (poor) return refused(poor);

  const set: AuctionEvent = {
    type: "MaxBidSet",
    maxBidId: command.maxBidId,
    owner: { id: facts.user.id, username: facts.user.username },
    amountMinor: command.amountMinor,
  };
  return accepted(set, ...resolve(evolve(state, set)));
};

export const cancelMaxBid = (state: AuctionState, command: CancelMaxBid, facts: UsersFacts, now: number): Decision => {
  const own = state.maxBids.get(facts.user.id);
  if (own?.id !== command.maxBidId) return refused(refusal("NOT_FOUND", { message: "Max bid not found" }));
  const no = whyNotOpen(state, facts, now);
  if (no) return refused(no);
  return accepted({ type: "MaxBidCancelled", maxBidId: own.id, ownerId: facts.user.id });
};

/** Does not check the balance again, because the owner qualified when the maximum was set (rule 10). */
export const confirmMaxBid = (
  state: AuctionState,
  command: ConfirmMaxBid,
  facts: UsersFacts,
  now: number,
): Decision => {
  const own = state.maxBids.get(facts.user.id);
  if (own?.id !== command.maxBidId) return refused(refusal("NOT_FOUND", { message: "Max bid not found" }));
  const no = whyNotOpen(state, facts, now) ?? whyNotBidder(state, facts) ?? whyNotRead(state, command.contentVersion);
  if (no) return refused(no);
  if (!isSuspended(state, own)) return accepted();
  const confirmed: AuctionEvent = { type: "MaxBidConfirmed", maxBidId: own.id, ownerId: facts.user.id };
  return accepted(confirmed, ...resolve(evolve(state, confirmed)));
};

/** Rule 11, the auction's side. A draft that the person may not see answers NOT_FOUND. */
const whyNotOpen = (state: AuctionState, { user }: UsersFacts, now: number): ErrorBody | null => {
  switch (state.status) {
    case "active":
      return now < state.endsAt ? null : refusal("AUCTION_ENDED");
    case "paused":
      return refusal("AUCTION_PAUSED");
    case "ended":
    case "sold":
      return refusal("AUCTION_ENDED");
    case "draft":
      if (!state.isUpcoming && !seesDrafts(user.role)) return refusal("NOT_FOUND", { message: "Auction not found" });
      return refusal("AUCTION_NOT_ACTIVE", { status: state.status });
    case "cancelled":
      return refusal("AUCTION_NOT_ACTIVE", { message: "This auction was cancelled.", status: state.status });
    default:
      return state.status satisfies never;
  }
};

/** The bidder's side of rule 11, conflicts of interest, and the bar after a void (rule 15). */
const whyNotBidder = (state: AuctionState, facts: UsersFacts): ErrorBody | null => {
  const { user } = facts;
  if (!user.isEmailVerified) return refusal("EMAIL_NOT_VERIFIED");
  if (user.id === state.seller.id) return refusal("OWN_AUCTION");
  const staff = whyNoStaff(facts);
  if (staff) return staff;
  const unpaid = whyUnpaidWins(facts);
  if (unpaid) return unpaid;
  if (!state.barredIds.has(user.id)) return null;
  const message =
    "Your bids on this auction were voided, or you withdrew them after they had shown another bidder's limit. " +
    "You cannot bid on it again.";
  return refusal("FORBIDDEN", { message });
};

/**
 * Refuses a command that names a content version before the last full one, or none that exists (rule 14). The HTTP and socket handlers add
 * the changes to the refusal.
 */
const whyNotRead = (state: AuctionState, contentVersion: number | undefined): ErrorBody | null => {
  const { fullVersion } = state;
  if (contentVersion === undefined) return null;
  // A bidder who read an older text that was only corrected has read the lot, so a correction stops no bid.
  if (contentVersion >= fullVersion && contentVersion <= state.contentVersion) return null;
  if (contentVersion < fullVersion) return refusal("LOT_CHANGED", { contentVersion: state.contentVersion });
  const message = "This auction has no such content version yet.";
  return refusal("INVALID", { message, issues: [{ path: "contentVersion", message }] });
};

/** Rule 10: checks the balance. */
const whyTooPoor = (state: AuctionState, facts: UsersFacts, amountMinor: number, of: string): ErrorBody | null => {
  const requiredMinor = requiredBalanceMinor(amountMinor, state.currency, facts.rates);
  return whyTooLittle({ balanceMinor: facts.user.balanceMinor, reservedMinor: facts.reservedMinor }, requiredMinor, of);
};
