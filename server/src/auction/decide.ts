// The rules: decides what a command does to an auction, or why it is refused. Pure: takes state, facts and time, and
// returns events or a refusal. Each command has its function in the file of its topic.

import { refusal } from "@jara/shared/errors";
import { toStoredRules } from "@jara/shared/payment-rules";
import { restsOnAgreement, whyNotAgreed } from "./agreed.ts";
import { cancelMaxBid, confirmMaxBid, placeBid, setMaxBid } from "./bids-and-maxima.ts";
import { buyItNow, expirePurchase } from "./buy-it-now.ts";
import { changeStatus } from "./change-status.ts";
import type { Command, Facts, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import { editAuction, removeAuction } from "./edit-auction.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { incrementsTaken } from "./increment-table.ts";
import { CLOSING, whyNotStaff } from "./interest.ts";
import { whyNotForSaleAgain } from "./relisted.ts";
import { keepOpen, shiftTimes } from "./sale-times.ts";
import { endAuction } from "./settlement/open-settlement.ts";
import { bookPayment, creditOnlinePayment, payFromBalance } from "./settlement/payments.ts";
import { refundSale } from "./settlement/refund-sale.ts";
import { reverseSettlement } from "./settlement/reversals.ts";
import { answerSecondChance, expireSecondChance, offerSecondChance } from "./settlement/second-chance.ts";
import { closePayment, extendDeadline, forfeitSettlement, sellToHighestBidder } from "./settlement/settlements.ts";
import { extension } from "./soft-close.ts";
import type { AuctionState } from "./state.ts";
import { suspendMaxBid, withoutUnpaidMaxima } from "./unpaid-maxima.ts";
import { voidBids, withdrawBids } from "./void-bids.ts";

/** `now`: epoch ms by the database's clock. */
export const decide = (state: AuctionState, command: Command, facts: Facts, now: number): Decision => {
  const decision = withoutUnpaidMaxima(state, facts, (at) => decideCommand(at, command, facts, now));
  if (decision.kind !== "accepted") return decision;
  const relisted = facts.isRelisted ? whyNotForSaleAgain(state, decision.events.reduce(evolve, state)) : null;
  if (relisted) return refused(relisted);
  const unagreed = restsOnAgreement(state, command)
    ? whyNotAgreed(state, decision.events.reduce(evolve, state), facts.agreed)
    : null;
  if (unagreed) return refused(unagreed);
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
      return extendDeadline(state, command, facts, now);
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

const close = (state: AuctionState, facts: Facts, now: number): Decision =>
  state.status !== "active" || now < state.endsAt ? accepted() : endAuction(state, facts, now);

const start = (state: AuctionState, now: number): Decision => {
  const due = state.status === "draft" && state.startsAt !== null && now >= state.startsAt;
  return due ? accepted({ type: "AuctionStarted", startsAt: state.startsAt }) : accepted();
};
