// The rules: decides what a command does to an auction, or why it is refused. Pure: takes state, facts and time, and
// returns events or a refusal. Rule numbers refer to docs/rules/bidding.md.

import { bidTooLow, maxBidTooLow, minimumBidMinor, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { formatMoney, toMajor } from "@jara/shared/money";
import { toStoredRules } from "@jara/shared/payment-rules";
import { buyItNow, expirePurchase } from "./buy-it-now.ts";
import { changeStatus } from "./change-status.ts";
import type {
  CancelMaxBid,
  Command,
  ConfirmMaxBid,
  Facts,
  PlaceBid,
  SetMaxBid,
  SuspendMaxBid,
  UsersFacts,
} from "./commands.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import { editAuction, removeAuction } from "./edit-auction.ts";
import type { AuctionEvent, MaxBidSuspended } from "./events.ts";
import { evolve } from "./evolve.ts";
import { incrementsTaken } from "./increment-table.ts";
import { CLOSING, whyNoStaff, whyNotStaff, whyUnpaidWins } from "./interest.ts";
import { resolve } from "./proxy-bidding.ts";
import { whyNotForSaleAgain } from "./relisted.ts";
import { keepOpen, shiftTimes } from "./sale-times.ts";
import { endAuction } from "./settlement/open-settlement.ts";
import { bookPayment, creditOnlinePayment, payFromBalance } from "./settlement/payments.ts";
import { refundSale } from "./settlement/refund-sale.ts";
import { availableOf, balanceSentence } from "./settlement/reservations.ts";
import { answerSecondChance, expireSecondChance, offerSecondChance } from "./settlement/second-chance.ts";
import {
  closePayment,
  extendDeadline,
  forfeitSettlement,
  reverseSettlement,
  sellToHighestBidder,
} from "./settlement/settlements.ts";
import { extension } from "./soft-close.ts";
import { type AuctionState, isOpen, isSuspended } from "./state.ts";
import { seesDrafts } from "./view/viewer.ts";
import { voidBids, withdrawBids } from "./void-bids.ts";

/** `now`: epoch ms by the database's clock. */
export const decide = (state: AuctionState, command: Command, facts: Facts, now: number): Decision => {
  const decision = decideWithoutBarred(state, command, facts, now);
  if (decision.kind !== "accepted") return decision;
  const relisted = facts.isRelisted ? whyNotForSaleAgain(state, decision.events.reduce(evolve, state)) : null;
  if (relisted) return refused(relisted);
  const taken = rulesTaken(state, decision.events, facts);
  if (taken.length > 0) return accepted(...decision.events, ...taken);
  const extended = extension(state, decision.events, now);
  return extended ? accepted(...decision.events, extended) : decision;
};

/**
 * A lot takes the site's rules and its increment table when it stops being a draft. No bid extends the end of a draft,
 * because a draft has no bids.
 */
const rulesTaken = (
  state: AuctionState,
  events: readonly AuctionEvent[],
  facts: Pick<Facts, "rules" | "increments">,
): AuctionEvent[] => {
  if (state.status !== "draft") return [];
  const after = events.reduce(evolve, state);
  if (after.status === "draft" || after.isRemoved) return [];
  return [
    ...(facts.rules ? [{ type: "LotRulesTaken" as const, rules: toStoredRules(facts.rules) }] : []),
    ...incrementsTaken(after, facts),
  ];
};

/**
 * Suspends each maximum that would bid for somebody with too many unpaid wins, and decides again without it (rule 18).
 * Each round suspends one maximum more, so the rounds end. The command's own first event stays the first.
 */
const decideWithoutBarred = (before: AuctionState, command: Command, facts: Facts, now: number): Decision => {
  const suspended: MaxBidSuspended[] = [];
  let state = before;
  for (;;) {
    const decision = decideCommand(state, command, facts, now);
    const barred = decision.kind === "accepted" ? barredAmong(state, decision.events, facts) : null;
    if (!barred) return withSuspended(decision, suspended);
    suspended.push(barred);
    state = evolve(state, barred);
  }
};

const withSuspended = (decision: Decision, suspended: readonly MaxBidSuspended[]): Decision => {
  if (decision.kind !== "accepted" || suspended.length === 0) return decision;
  const firstAuto = decision.events.findIndex((event) => event.type === "BidPlaced" && event.kind === "auto");
  const at = firstAuto < 0 ? decision.events.length : firstAuto;
  return accepted(...decision.events.slice(0, at), ...suspended, ...decision.events.slice(at));
};

const barredAmong = (
  state: AuctionState,
  events: readonly AuctionEvent[],
  { hasTooManyUnpaid }: Facts,
): MaxBidSuspended | null => {
  if (!hasTooManyUnpaid) return null;
  for (const event of events) {
    if (event.type !== "BidPlaced" || event.kind !== "auto" || !hasTooManyUnpaid(event.bidder.id)) continue;
    const suspended = suspensionOf(state, event.bidder.id);
    if (suspended) return suspended;
  }
  return null;
};

/** Null if the person has no maximum here that acts. */
const suspensionOf = (state: AuctionState, ownerId: string): MaxBidSuspended | null => {
  const own = state.maxBids.get(ownerId);
  return own && own.contentVersion > 0 ? { type: "MaxBidSuspended", maxBidId: own.id, ownerId } : null;
};

const suspendMaxBid = (state: AuctionState, { ownerId }: SuspendMaxBid, { hasTooManyUnpaid }: Facts): Decision => {
  const suspended = isOpen(state) && hasTooManyUnpaid?.(ownerId) ? suspensionOf(state, ownerId) : null;
  return suspended ? accepted(suspended) : accepted();
};

const decideCommand = (state: AuctionState, command: Command, facts: Facts, now: number): Decision => {
  switch (command.type) {
    case "CloseAuction":
      return close(state, facts, now);
    case "StartAuction":
      return start(state, now);
    case "ExpirePurchase":
      return expirePurchase(state, facts.rates, now);
    case "ForfeitSettlement":
      return forfeitSettlement(state, command, facts.rates, now);
    case "ExpireSecondChance":
      return expireSecondChance(state, now);
    case "KeepOpen":
      return keepOpen(state, command);
    case "SuspendMaxBid":
      return suspendMaxBid(state, command, facts);
  }
  if (!isUsers(facts)) throw new Error(`${command.type} without its user's facts`);
  // Books every payment that arrived, whoever paid it and whatever happened to the lot since then.
  if (command.type === "CreditOnlinePayment") return creditOnlinePayment(state, command, facts, now);
  if (state.isRemoved) return refused(refusal("NOT_FOUND", { message: "Auction not found" }));
  if (facts.user.isBanned) return refused(refusal("FORBIDDEN"));
  if (facts.user.isClosing && bindsItsUser(command)) return refused(refusal("FORBIDDEN", { message: CLOSING }));
  const conflict = whyNotStaff(state, command, facts);
  if (conflict) return refused(conflict);
  switch (command.type) {
    case "PlaceBid":
      return placeBid(state, command, facts, now);
    case "SetMaxBid":
      return setMaxBid(state, command, facts, now);
    case "CancelMaxBid":
      return cancelMaxBid(state, command, facts, now);
    case "ConfirmMaxBid":
      return confirmMaxBid(state, command, facts, now);
    case "WithdrawBids":
      return withdrawBids(state, facts, now);
    case "VoidBids":
      return voidBids(state, command, facts, now);
    case "BuyItNow":
      return buyItNow(state, command, facts, now);
    case "ClosePayment":
      return closePayment(state, command, facts, now);
    case "PayFromBalance":
      return payFromBalance(state, command, facts);
    case "BookPayment":
      return bookPayment(state, command, facts);
    case "ExtendDeadline":
      return extendDeadline(state, command, now);
    case "ReverseSettlement":
      return reverseSettlement(state, command, facts, now);
    case "RefundSale":
      return refundSale(state, command, facts, now);
    case "OfferSecondChance":
      return offerSecondChance(state, command, facts, now);
    case "AnswerSecondChance":
      return answerSecondChance(state, command, facts, now);
    case "SellToHighestBidder":
      return sellToHighestBidder(state, facts, now);
    case "ChangeStatus":
      return changeStatus(state, command, facts, now);
    case "ShiftTimes":
      return shiftTimes(state, command, now);
    case "RemoveAuction":
      return removeAuction(state);
    case "EditAuction":
      return editAuction(state, command, facts, now);
    default:
      return command satisfies never;
  }
};

/** After such a command the person may owe something. */
const bindsItsUser = (command: Command): boolean =>
  command.type === "AnswerSecondChance" ? command.answer === "accept" : binding.has(command.type);
const binding = new Set<Command["type"]>(["PlaceBid", "SetMaxBid", "ConfirmMaxBid", "BuyItNow"]);

const isUsers = (facts: Facts): facts is UsersFacts => facts.user !== null;

const placeBid = (state: AuctionState, command: PlaceBid, facts: UsersFacts, now: number): Decision => {
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

const setMaxBid = (state: AuctionState, command: SetMaxBid, facts: UsersFacts, now: number): Decision => {
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

const cancelMaxBid = (state: AuctionState, command: CancelMaxBid, facts: UsersFacts, now: number): Decision => {
  const own = state.maxBids.get(facts.user.id);
  if (own?.id !== command.maxBidId) return refused(refusal("NOT_FOUND", { message: "Max bid not found" }));
  const no = whyNotOpen(state, facts, now);
  if (no) return refused(no);
  return accepted({ type: "MaxBidCancelled", maxBidId: own.id, ownerId: facts.user.id });
};

/** Does not check the balance again, because the owner qualified when the maximum was set (rule 10). */
const confirmMaxBid = (state: AuctionState, command: ConfirmMaxBid, facts: UsersFacts, now: number): Decision => {
  const own = state.maxBids.get(facts.user.id);
  if (own?.id !== command.maxBidId) return refused(refusal("NOT_FOUND", { message: "Max bid not found" }));
  const no = whyNotOpen(state, facts, now) ?? whyNotBidder(state, facts) ?? whyNotRead(state, command.contentVersion);
  if (no) return refused(no);
  if (!isSuspended(state, own)) return accepted();
  const confirmed: AuctionEvent = { type: "MaxBidConfirmed", maxBidId: own.id, ownerId: facts.user.id };
  return accepted(confirmed, ...resolve(evolve(state, confirmed)));
};

const close = (state: AuctionState, facts: Facts, now: number): Decision =>
  state.status !== "active" || now < state.endsAt ? accepted() : endAuction(state, facts, now);

const start = (state: AuctionState, now: number): Decision => {
  const due = state.status === "draft" && state.startsAt !== null && now >= state.startsAt;
  return due ? accepted({ type: "AuctionStarted", startsAt: state.startsAt }) : accepted();
};

/** Rule 11, the auction's side. A draft answers NOT_FOUND to everyone but staff who make lots. */
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
      if (!seesDrafts(user.role)) return refusal("NOT_FOUND", { message: "Auction not found" });
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

/**
 * Rule 10: checks the balance, without what is bound on other open auctions if the site reserves money. The balance is
 * NGN; a USD amount is converted.
 */
const whyTooPoor = (state: AuctionState, facts: UsersFacts, amountMinor: number, of: string): ErrorBody | null => {
  const requiredMinor = requiredBalanceMinor(amountMinor, state.currency, facts.rates);
  const funds = { balanceMinor: facts.user.balanceMinor, reservedMinor: facts.reservedMinor };
  const availableMinor = availableOf(funds);
  if (availableMinor >= requiredMinor) return null;
  const required = toMajor(requiredMinor);
  const balance = toMajor(availableMinor);
  const message = `Insufficient balance. You need at least ${formatMoney(required, "NGN")} (20% of ${of}). ${balanceSentence(funds)}`;
  return refusal("INSUFFICIENT_BALANCE", { message, required, balance });
};
