// Takes back payments and forfeits: everything of a debt, or only the payments that staff name.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import { formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { isOnSite, isRefundedInPart, reversedTogether } from "@jara/shared/payment-methods";
import { BUY_IT_NOW_PAYMENT_MS, depositOf, type LotRules, rulesOf } from "@jara/shared/payment-rules";
import type { LoggedChange, ReverseSettlement, UsersFacts } from "../commands.ts";
import { accepted, type Decision, refused } from "../decision.ts";
import type {
  AuctionEvent,
  NamedPayment,
  PurchaseReopened,
  Reversed,
  ReversedPayment,
  SomePaymentsReversed,
} from "../events.ts";
import { evolve } from "../evolve.ts";
import { whyNotOpenAgain } from "../gone-bidders.ts";
import { changeWhileOver, noticeOnReopening } from "../notice-on-reopening.ts";
import {
  type AuctionState,
  NOTHING,
  owedAfterVoid,
  type Person,
  type Purchase,
  remainingMinor,
  type Settlement,
} from "../state.ts";
import { refusalIfChanged, reversibleIn, reversibleInWords } from "./changed-since-request.ts";
import { type CountedPayment, forfeitedIn, isNamed, owedOf, paymentsIn, reversedIdsIn } from "./debts.ts";
import { withAvailable } from "./open-settlement.ts";
import { type Owed, owedIn } from "./payments.ts";
import { settlementDueAt } from "./settlement-due.ts";
import { whyTooLate } from "./settlements.ts";
import { bookedOf, reversedOf } from "./taken-back.ts";

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
  const named = command.payments && reverseNamed(state, command.payments, command, facts, now);
  if (named) return named;
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
    return accepted(...purchaseReopened(state, purchase, { note, reversed: reversal }, facts, now));
  }
  const forfeited = forfeitedIn(facts.log ?? [], settlementId);
  if (!forfeited) return refused(notReversible());
  const { purchaseId, buyer, penaltyMinor } = forfeited;
  return accepted({ type: "PurchasePardoned", purchaseId, buyer, penaltyMinor, note });
};

/** Pauses the lot of a paid purchase for its payment again. `state`: with the effect of what the change did before. */
const purchaseReopened = (
  state: AuctionState,
  { id: purchaseId, buyer }: Purchase,
  reversal: Pick<PurchaseReopened, "note" | "reversed" | "keepsPayments">,
  facts: UsersFacts,
  now: number,
): readonly AuctionEvent[] => {
  const deadlineAt = now + BUY_IT_NOW_PAYMENT_MS;
  const pausedAt = pausedBySaleAt(facts.log ?? []) ?? now;
  const changed = changeWhileOver(state, facts, now);
  const changedAt = changed && { contentChangedAt: now };
  const base = { type: "PurchaseReopened", purchaseId, buyer, pausedAt, deadlineAt } as const;
  const reopened = { ...base, ...reversal, ...changedAt };
  return [reopened, ...noticeOnReopening(evolve(state, reopened), changed, now)];
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
const reversedWhileOpen = (open: Owed, note: string, facts: UsersFacts): Decision => {
  const { owed, payer } = open;
  const booked = reversedTogether(paymentsIn(facts.log ?? [], owed.id), true);
  // The debt was paid before one of its payments was taken back alone.
  if (booked.some(({ method, surplusMinor }) => method === "outside" || surplusMinor > 0)) {
    const reversed = someReversed(owed.id, payer, note, booked);
    return whyNotCovered(reversed, facts) ?? accepted(reversed);
  }
  const reversed = bookedOf(owed, facts.log);
  if (reversed.amountMinor > 0) {
    return accepted({ type: "PaymentsReversed", settlementId: owed.id, payer, note, reversed });
  }
  return refused(notReversible("No transfer and no cash was booked, so there is nothing to take back."));
};

/**
 * Takes back the named payments alone. Returns null if the reversal of everything takes exactly these, and some were made
 * on the site or given back in part: then their money is counted together.
 */
const reverseNamed = (
  state: AuctionState,
  named: readonly NamedPayment[],
  { settlementId, note }: ReverseSettlement,
  facts: UsersFacts,
  now: number,
): Decision | null => {
  const owed = owedOf(state, settlementId);
  const isOpen = owedIn(state, settlementId) !== null;
  if (!owed || !(isOpen || isPaid(owed))) return refused(notReversible("No payment of this lot counts any more."));
  const counting = paymentsIn(facts.log ?? [], settlementId);
  const chosen = chosenOf(counting, named, reversedIdsIn(facts.log ?? []));
  if (!chosen) {
    const message = "This payment was taken back in the meantime. Please look at the settlement again.";
    return refused(notReversible(message));
  }
  const isOfSite = chosen.some(isOnSite);
  // A refund by a void is of all payments together, so no single payment has a part of it.
  const isRefunded = isRefundedInPart(
    counting.map(({ amountMinor }) => amountMinor),
    owed.paidMinor,
  );
  if (isOfSite || isRefunded) {
    const takesBooked = isOpen || isPaidByDeposit(owed);
    const taken = reversedTogether(counting, takesBooked);
    if (chosen.length === taken.length && !(takesBooked && isOfSite)) return null;
    return refused(notReversible(isOfSite ? STAYS : TOGETHER));
  }
  const payer = "winner" in owed ? owed.winner : owed.buyer;
  const reversed = someReversed(settlementId, payer, note, chosen);
  if (!isOpen && facts.isHandedOver) return refused(handedOver());
  const uncovered = whyNotCovered(reversed, facts);
  if (uncovered) return uncovered;
  if (isOpen) return accepted(reversed);
  if ("winner" in owed) {
    const dueAt = dueAgainAt(owed, rulesOf(state), facts, now);
    const base = { type: "SettlementReopened", settlementId, winner: payer, from: "paid", dueAt, note } as const;
    return accepted(reversed, { ...base, keepsPayments: true });
  }
  const no = whyNotOpenAgain(state, facts);
  if (no) return refused(no);
  const reversal = { note, reversed: { amountMinor: NOTHING, ngnMinor: NOTHING }, keepsPayments: true } as const;
  return accepted(reversed, ...purchaseReopened(evolve(state, reversed), owed, reversal, facts, now));
};

const STAYS =
  "This payment was made on the site, so its money came. It goes back only when all payments of a paid lot are reversed.";
const TOGETHER =
  "Bids were voided, and a part of the payments went back, so one of them alone cannot be reversed. Reverse all of them.";

const isPaid = (owed: Settlement | Purchase): boolean =>
  "winner" in owed ? owed.status === "paid" : owed.bidPriceMinor !== null;

/** Returns null if one of them does not count. */
const chosenOf = (
  counting: readonly CountedPayment[],
  named: readonly NamedPayment[],
  reversedIds: ReadonlySet<string>,
): (CountedPayment & Pick<NamedPayment, "id">)[] | null => {
  const left = [...counting];
  const chosen: ReturnType<typeof chosenOf> = [];
  for (const one of named) {
    // The log does not tell two payments of one time and the same facts apart.
    const isReversed = one.id !== undefined && reversedIds.has(one.id);
    const index = isReversed ? -1 : left.findIndex((payment) => isNamed(payment, one));
    const [payment] = index < 0 ? [] : left.splice(index, 1);
    if (!payment) return null;
    chosen.push({ ...payment, ...(one.id && { id: one.id }) });
  }
  return chosen;
};

const someReversed = (
  settlementId: string,
  payer: Person,
  note: string,
  payments: readonly (CountedPayment & Pick<NamedPayment, "id">)[],
): SomePaymentsReversed => ({
  type: "SomePaymentsReversed",
  settlementId,
  payer,
  note,
  payments: payments.map(toReversed),
  takenMinor: payments.reduce((sum, { surplusMinor }) => sum + surplusMinor, 0) as Minor,
});

const toReversed = (payment: CountedPayment & Pick<NamedPayment, "id">): ReversedPayment => {
  const { id, at, method, amountMinor, ngnMinor, reference, surplusMinor } = payment;
  return { ...(id && { id }), at, method, amountMinor, ngnMinor, reference, surplusMinor };
};

/** Returns the refusal, or the question for the balance; null if the payer's balance has what is taken from it. */
const whyNotCovered = ({ payer, takenMinor }: SomePaymentsReversed, facts: UsersFacts): Decision | null => {
  const covered = coveredBy({ amountMinor: NOTHING, ngnMinor: NOTHING, takenMinor }, payer, facts);
  return "kind" in covered ? covered : null;
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
export const dueAgainAt = (
  { dueAt }: Pick<Settlement, "dueAt">,
  { paymentDays }: Pick<LotRules, "paymentDays">,
  { holidays }: Pick<UsersFacts, "holidays">,
  now: number,
): number => Math.max(dueAt, settlementDueAt(now, holidays, paymentDays));

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

const notReversible = (message = "There is no payment and no penalty to take back."): ErrorBody =>
  refusal("SETTLEMENT_CLOSED", { message });

const nothingPaid = (): ErrorBody =>
  notReversible("Nothing was paid after the deposit, so there is no payment to take back.");

/** The buyer has the lot, so the money stays where it is. */
export const handedOver = (): ErrorBody =>
  notReversible("The lot was handed over to its buyer, so its sale can no longer be taken back.");
