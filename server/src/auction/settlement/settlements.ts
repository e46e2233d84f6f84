// The staff's decisions about what a winner or a buyer owes, and the forfeit of an unpaid win. Commands name the
// settlement or the purchase by its id, so that one about an earlier end of the auction cannot touch a later
// settlement.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type ExchangeRates, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { BUY_IT_NOW_PAYMENT_MS, depositOf, forfeitMinor, type LotRules, rulesOf } from "@jara/shared/payment-rules";
import { may } from "@jara/shared/permissions";
import type {
  ClosePayment,
  ExtendDeadline,
  ForfeitSettlement,
  LoggedChange,
  ReverseSettlement,
  UsersFacts,
} from "../commands.ts";
import { accepted, type Decision, refused, resumed } from "../decision.ts";
import type { Reversed } from "../events.ts";
import { evolve } from "../evolve.ts";
import { whyNotOpenAgain } from "../gone-bidders.ts";
import { firstDueAtIn, isRefundedIn, isWinnerVoidedIn, reserveAtEndIn } from "../life-in-log.ts";
import { changeWhileOver, noticeOnReopening } from "../notice-on-reopening.ts";
import {
  type AuctionState,
  isReserveMet,
  NOTHING,
  openSettlement,
  owedAfterVoid,
  type Person,
  type Purchase,
  remainingMinor,
  type Settlement,
} from "../state.ts";
import { refusalIfChanged, restInWords, restOf, reversibleIn, reversibleInWords } from "./changed-since-request.ts";
import { forfeitedIn } from "./debts.ts";
import { isNeed, settlementFor, withAvailable } from "./open-settlement.ts";
import { confirmRest, type Owed, owedIn } from "./payments.ts";
import { settlementDueAt } from "./settlement-due.ts";
import { bookedOf, reversedOf } from "./taken-back.ts";

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
const whyTooLate = (state: AuctionState, settlementId: string, dueAt: number, facts: UsersFacts): ErrorBody | null => {
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

/** Takes back a payment or a forfeit. The same settlement is due again, never a second one. */
export const reverseSettlement = (
  state: AuctionState,
  command: ReverseSettlement,
  facts: UsersFacts,
  now: number,
): Decision => {
  const { settlementId, note, asked } = command;
  const { settlement, purchase, currency } = state;
  const reversible = asked && reversibleIn(state, settlementId, facts.log);
  const changed = asked && reversible && refusalIfChanged(asked, reversible, currency, reversibleInWords);
  if (changed) return refused(changed);
  const open = owedIn(state, settlementId);
  if (open) return reversedWhileOpen(open, note, facts);
  if (settlement?.id === settlementId && settlement.status === "paid") {
    return isPaidByDeposit(settlement)
      ? takenFromSold(settlement, note, facts)
      : reopenedFromPaid(settlement, rulesOf(state), note, facts, now);
  }
  if (settlement?.id === settlementId && settlement.status === "forfeited") {
    const { winner } = settlement;
    const amountMinor = amountNow(settlement, facts.log);
    const balanceMinor = withAvailable(facts).balanceOf?.(winner.id);
    if (balanceMinor === undefined) return { kind: "needs-balance", userId: winner.id };
    // Settlements that were forfeited before penalties were stored have no amount, so no penalty is given back for
    // them.
    const penaltyMinor = settlement.penaltyMinor ?? 0;
    const deposit = depositOf(amountMinor, currency, balanceMinor + penaltyMinor, facts.rates, rulesOf(state));
    const dueAt = dueAgainAt(settlement, rulesOf(state), facts, now);
    const late = whyTooLate(state, settlementId, dueAt, facts);
    if (late) return refused(late);
    const base = { type: "SettlementReopened", settlementId, winner, dueAt, note } as const;
    const from = { from: "forfeited", ...(state.status === "sold" && { wasSold: true }) } as const;
    return accepted({ ...base, ...from, ...(amountMinor < settlement.amountMinor && { amountMinor }), deposit });
  }
  if (purchase?.id === settlementId && purchase.bidPriceMinor !== null) {
    const no = whyNotOpenAgain(state, facts);
    if (no) return refused(no);
    const reversal = reversalOf(purchase, purchase.buyer, facts);
    if ("kind" in reversal) return reversal;
    const deadlineAt = now + BUY_IT_NOW_PAYMENT_MS;
    const base = { type: "PurchaseReopened", purchaseId: purchase.id, buyer: purchase.buyer } as const;
    const pausedAt = pausedBySaleAt(facts.log ?? []) ?? now;
    const changed = changeWhileOver(state, facts, now);
    const changedAt = changed && { contentChangedAt: now };
    const reopened = { ...base, pausedAt, deadlineAt, note, reversed: reversal, ...changedAt };
    return accepted(reopened, ...noticeOnReopening(evolve(state, reopened), changed, now));
  }
  const forfeited = forfeitedIn(facts.log ?? [], settlementId);
  if (!forfeited) return refused(notReversible());
  const { purchaseId, buyer, penaltyMinor } = forfeited;
  return accepted({ type: "PurchasePardoned", purchaseId, buyer, penaltyMinor, note });
};

/** Returns the present price of a forfeited win. If a void came after the forfeit, the settlement has the old price. */
const amountNow = ({ id, amountMinor }: Settlement, log: readonly LoggedChange[] = []): Minor => {
  const forfeited = log.findLastIndex(({ events }) =>
    events.some((event) => event.type === "SettlementForfeited" && event.settlementId === id),
  );
  let now = amountMinor;
  for (const event of log.slice(forfeited + 1).flatMap(({ events }) => events)) {
    if (event.type === "BidsVoided") now = owedAfterVoid(now, event);
  }
  return now;
};

/**
 * Takes back the booked payments of a debt that is still open, so that a mistaken booking is neither counted nor paid
 * out. Payments made on the site stay, because that money came.
 */
const reversedWhileOpen = ({ owed, payer }: Owed, note: string, { log }: UsersFacts): Decision => {
  const reversed = bookedOf(owed, log);
  if (reversed.amountMinor > 0) {
    return accepted({ type: "PaymentsReversed", settlementId: owed.id, payer, note, reversed });
  }
  return refused(notReversible("No transfer and no cash was booked, so there is nothing to take back."));
};

const isPaidByDeposit = (paid: Settlement | Purchase): boolean => remainingMinor({ ...paid, paidMinor: NOTHING }) === 0;

/**
 * Takes back the booked money that a void had refunded, if the deposit alone covers the lower price. The lot stays
 * sold, even after the handover, because nothing remains to be paid.
 */
const takenFromSold = (settlement: Settlement, note: string, facts: UsersFacts): Decision => {
  const taken = coveredBy(reversedOf(settlement, facts.log), settlement.winner, facts);
  if ("kind" in taken) return taken;
  if (!taken.takenMinor) return refused(nothingPaid());
  const { id: settlementId, winner: payer } = settlement;
  return accepted({ type: "PaymentsReversed", settlementId, payer, note, reversed: taken });
};

/** Undoes the payments of a sold lot: its settlement is due again. */
export const reopenedFromPaid = (
  settlement: Settlement,
  rules: LotRules,
  note: string,
  facts: UsersFacts,
  now: number,
): Decision => {
  const { id: settlementId, winner } = settlement;
  const reversed = reversalOf(settlement, winner, facts);
  if ("kind" in reversed) return reversed;
  const dueAt = dueAgainAt(settlement, rules, facts, now);
  return accepted({ type: "SettlementReopened", settlementId, winner, from: "paid", dueAt, note, reversed });
};

/** Returns the money that the reversal of a paid debt takes back, or the decision if it is not possible. */
const reversalOf = (paid: Settlement | Purchase, payer: Person, facts: UsersFacts): Reversed | Decision => {
  if (facts.isHandedOver) return refused(handedOver());
  // If the deposit alone covers the price, the reversal would open a debt of which nothing remains.
  if (isPaidByDeposit(paid)) return refused(nothingPaid());
  return coveredBy(reversedOf(paid, facts.log), payer, facts);
};

/** Refuses a reversal that would take the balance below zero, because only a forfeit may do that. */
const coveredBy = (reversed: Reversed, payer: Person, { balanceOf }: UsersFacts): Reversed | Decision => {
  const takenMinor = reversed.takenMinor ?? 0;
  if (takenMinor === 0) return reversed;
  const balanceMinor = balanceOf?.(payer.id);
  if (balanceMinor === undefined) return { kind: "needs-balance", userId: payer.id };
  if (balanceMinor >= takenMinor) return reversed;
  const naira = (minor: number): string => formatMoney(toMajor(minor), "NGN");
  const message =
    `The reversal takes ${naira(takenMinor)} of this money from ${payer.username}'s balance, ` +
    `where ${naira(takenMinor - balanceMinor)} is missing.`;
  return refused(notReversible(message));
};

/** The old deadline, or the deadline of a win at this moment if that is later. */
const dueAgainAt = ({ dueAt }: Settlement, { paymentDays }: LotRules, { holidays }: UsersFacts, now: number): number =>
  Math.max(dueAt, settlementDueAt(now, holidays, paymentDays));

/**
 * When the pause for the purchase began, epoch ms. Bidders get back all the time that was left then, so the time as a
 * sold lot counts as a pause. Null if an administrator set an end during the pause, because that end stays.
 */
const pausedBySaleAt = (log: readonly LoggedChange[]): number | null => {
  let pausedAt: number | null = null;
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type === "AuctionPaused" || event.type === "PurchaseReopened") pausedAt = event.pausedAt;
    else if (event.type === "AuctionEdited" && event.changes.endsAt !== undefined && !event.isEndNotice)
      pausedAt = null;
  }
  return pausedAt;
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

const notReversible = (message = "There is no payment and no penalty to take back."): ErrorBody =>
  refusal("SETTLEMENT_CLOSED", { message });

const nothingPaid = (): ErrorBody =>
  notReversible("Nothing was paid after the deposit, so there is no payment to take back.");

/** The buyer has the lot, so the money stays where it is. */
export const handedOver = (): ErrorBody =>
  notReversible("The lot was handed over to its buyer, so its sale can no longer be taken back.");

const invalid = (path: string, message: string): ErrorBody =>
  refusal("INVALID", { message, issues: [{ path, message }] });
