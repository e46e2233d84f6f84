// The staff's decisions about what a winner or a buyer owes, and the forfeit of an unpaid win. Commands name the
// settlement or the purchase by its id, so that one about an earlier end of the auction cannot touch a later
// settlement.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { forfeitMinor, rulesOf } from "@jara/shared/payment-rules";
import { may } from "@jara/shared/permissions";
import type { ClosePayment, ExtendDeadline, ForfeitSettlement, UsersFacts } from "../commands.ts";
import { accepted, type Decision, refused, resumed } from "../decision.ts";
import { firstDueAtIn, isRefundedIn, isWinnerVoidedIn, reserveAtEndIn } from "../life-in-log.ts";
import {
  type AuctionState,
  isReserveMet,
  openSettlement,
  type Person,
  type Purchase,
  remainingMinor,
  type Settlement,
} from "../state.ts";
import { refusalIfChanged, restInWords, restOf } from "./changed-since-request.ts";
import { isNeed, settlementFor, withAvailable } from "./open-settlement.ts";
import { confirmRest, owedIn } from "./payments.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Staff may extend a deadline up to this far from now. */
const LATEST_DUE_MS = 180 * DAY_MS;
/**
 * Staff of payments alone give a winner at most so many days after the first deadline, all extensions and reversed
 * forfeits together, so that nobody keeps a lot for a friend who decides late. Staff who may waive the payment may give
 * more.
 */
const MOST_EXTENSION_DAYS = 30;

/** Refuses a settlement that is no longer open; the store knows how it ended. */
export const closePayment = (
  state: AuctionState,
  { settlementId, as, note, asked }: ClosePayment,
  { rates }: UsersFacts,
  now: number,
): Decision => {
  const found = owedIn(state, settlementId);
  if (!found) return refused(refusal("SETTLEMENT_CLOSED"));
  const changed = asked && refusalIfChanged(asked, restOf(found.owed), state.currency, restInWords);
  if (changed) return refused(changed);
  if (as === "paid") return accepted(...confirmRest(state, found, rates));
  const { owed } = found;
  if (!isWin(owed)) {
    const { id: purchaseId, buyer } = owed;
    return accepted({ type: "PurchaseWaived", purchaseId, buyer, note }, resumed(state, now));
  }
  const { winner, amountMinor } = owed;
  return accepted({ type: "SettlementWaived", settlementId, winner, amountMinor, note });
};

const isWin = (owed: Settlement | Purchase): owed is Settlement => "winner" in owed;

/**
 * Does nothing if the settlement was closed or its deadline was moved meanwhile. Otherwise it is due, because the job
 * selected it by the database's clock.
 */
export const forfeitSettlement = (
  state: AuctionState,
  command: ForfeitSettlement,
  rates: ExchangeRates,
  now: number,
): Decision => {
  const settlement = openSettlement(state);
  if (settlement?.id !== command.settlementId || now < settlement.dueAt) return accepted();
  const { id: settlementId, winner, amountMinor } = settlement;
  // A debt of which nothing remains is paid. Logs from before reversals of such debts were refused have some.
  if (remainingMinor(settlement) === 0) return accepted({ type: "AuctionSold", winner });
  const penaltyMinor = forfeitMinor(amountMinor, state.currency, rates, rulesOf(state));
  return accepted({ type: "SettlementForfeited", settlementId, winner, amountMinor, penaltyMinor });
};

/** The refusal of a new deadline of a win that is too far from its first one; null if this user may set it. */
export const whyTooLate = (
  state: AuctionState,
  settlementId: string,
  dueAt: number,
  facts: UsersFacts,
): ErrorBody | null => {
  const firstDueAt = firstDueAtIn(facts.log ?? [], state.id, settlementId);
  if (firstDueAt === null || dueAt <= firstDueAt + MOST_EXTENSION_DAYS * DAY_MS) return null;
  if (may(facts.user.role, "settlements:waive")) return null;
  const message =
    `This winner would have more than ${MOST_EXTENSION_DAYS} days after the first deadline. ` +
    "Only managers and administrators can give so much time.";
  return refusal("FORBIDDEN", { message });
};

export const extendDeadline = (
  state: AuctionState,
  command: ExtendDeadline,
  facts: UsersFacts,
  now: number,
): Decision => {
  const { settlementId, dueAt, note } = command;
  const found = owedIn(state, settlementId);
  if (!found) return refused(refusal("SETTLEMENT_CLOSED"));
  const { owed } = found;
  const before = isWin(owed) ? owed.dueAt : owed.deadlineAt;
  if (dueAt <= before || dueAt <= now)
    return refused(invalid("dueAt", "The new deadline must be later than the old one"));
  if (dueAt > now + LATEST_DUE_MS) return refused(invalid("dueAt", "The new deadline must be within 180 days"));
  const late = isWin(owed) ? whyTooLate(state, settlementId, dueAt, facts) : null;
  if (late) return refused(late);
  return accepted(
    isWin(owed)
      ? { type: "DeadlineExtended", settlementId, winner: owed.winner, dueAt, note }
      : { type: "PurchaseExtended", purchaseId: owed.id, buyer: owed.buyer, deadlineAt: dueAt, note },
  );
};

/**
 * Sells a lot that ended below its reserve to its highest bidder: opens a settlement like any win. The reserve may have
 * been lowered to the price since.
 */
export const sellToHighestBidder = (state: AuctionState, facts: UsersFacts, now: number): Decision => {
  const { status, winner, leader, settlement, secondChance } = state;
  // After a void of the winner, the next bidder must be asked before they become the buyer. The log shows the void,
  // while the price alone does not: without the winner's bids it may be below the reserve.
  if (status === "ended" && !winner && !settlement && isWinnerVoidedIn(facts.log ?? [])) {
    const message = "The winner's bids were voided. Offer the lot to the runner-up as a second chance.";
    return refused(refusal("AUCTION_NOT_ACTIVE", { message, status }));
  }
  if (status === "ended" && !winner && !settlement && isRefundedIn(facts.log ?? [])) {
    const message = "The sale of this lot was refunded, so its bids do not sell it. Relist the lot, or open it again.";
    return refused(refusal("AUCTION_NOT_ACTIVE", { message, status }));
  }
  // The reserve of the end counts. If the reserve was met then, the lot has no winner for another reason: for example,
  // its sale by Buy It Now was undone, and then its bids must not sell it.
  const atEnd = { ...state, reserveMinor: reserveAtEndIn(facts.log ?? [], state.reserveMinor) };
  if (status !== "ended" || winner || settlement || !leader || secondChance || isReserveMet(atEnd)) {
    const message = "Only a lot that ended below its reserve can be sold to its highest bidder.";
    return refused(refusal("AUCTION_NOT_ACTIVE", { message, status }));
  }
  return soldBelowReserve(state, leader, facts, now);
};

/** Opens the settlement of an ended lot for its highest bidder. */
export const soldBelowReserve = (state: AuctionState, leader: Person, facts: UsersFacts, now: number): Decision => {
  const opened = settlementFor(leader, state.priceMinor, "below-reserve", state, withAvailable(facts), now);
  if (isNeed(opened)) return opened;
  // Stands after the question for the balance, so that the commit's fence checks this answer too.
  const gone = facts.goneAs?.(leader.id);
  return gone ? refused(refusal("FORBIDDEN", { message: goneWords[gone] })) : accepted(opened);
};

const goneWords = {
  deleted: "The highest bidder has deleted their account.",
  suspended: "The highest bidder's account is suspended. Restore the account, or void their bids on this lot.",
} as const;

const invalid = (path: string, message: string): ErrorBody =>
  refusal("INVALID", { message, issues: [{ path, message }] });
