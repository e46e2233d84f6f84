// The receipts that one change of an auction makes: for each deposit and payment, each refund and each penalty; a
// credit note for what staff take back. Pure functions.

import { shareOfMinor } from "@jara/shared/basis-points";
import type { ExchangeRates, Minor } from "@jara/shared/money";
import { worthOfNairaMinor } from "@jara/shared/naira";
import { surplusWords } from "@jara/shared/surplus";
import type { Premium } from "@jara/shared/total-due";
import type { LoggedChange } from "../commands.ts";
import type { AuctionEvent, PaymentCredited, PaymentReceived, SomePaymentsReversed } from "../events.ts";
import { type AuctionState, type Person, type Purchase, remainingMinor, type Settlement } from "../state.ts";
import { everyone } from "../view/viewer.ts";
import { type StateChange, shownAfter } from "../view/visibility.ts";
import {
  closedDebtIn,
  type Debt,
  debtIn,
  depositRateOf,
  oneRateOf,
  owedOf,
  paymentsIn,
  penaltyRateOf,
  priceOf,
  rateBetween,
} from "./debts.ts";
import { type Posting, postingsOf } from "./postings.ts";
import type { ReceiptFacts } from "./receipt-facts.ts";

export interface Receipt {
  readonly person: Person;
  readonly settlementId: string;
  readonly facts: ReceiptFacts;
  /** The kind of the receipt that a credit note corrects: the newest of this settlement. */
  readonly corrects: "payment" | "refund" | "penalty" | null;
  /** The time of the corrected receipt, epoch ms. Absent: it is the newest. */
  readonly correctsAt?: number;
}

/** `log`: the auction's log before the change, where `needsLog` asked for it. */
export type ReceiptedChange = StateChange & { readonly log?: readonly LoggedChange[] | undefined };

/** `rate`: that of money that moved earlier. Absent if the naira were counted in this change, at its rate. */
type Part = Pick<ReceiptFacts, "kind" | "method" | "amountMinor" | "ngnMinor"> &
  Partial<Pick<ReceiptFacts, "reference" | "reason" | "rate" | "isTakenBack" | "isOfOne" | "cameBy">> &
  Partial<Pick<Receipt, "corrects" | "correctsAt">>;

export const receiptsOf = (change: ReceiptedChange, rates: ExchangeRates): Receipt[] => {
  const { before, after, events } = change;
  const receipts: Receipt[] = [];
  // Describes the lot as the receipt's reader last saw it, because the change may have edited a draft.
  const shown = shownAfter(change, everyone) ?? before;
  const add = (person: Person, settlementId: string, part: Part): void => {
    const owed = owedOf(after, settlementId) ?? owedOf(before, settlementId);
    const debt = owed ? { owed, currency: shown.currency } : closedDebt(change, settlementId);
    const { corrects = null, correctsAt, ...rest } = part;
    const facts = factsOf(shown, debt, owed !== null, rest, rates);
    receipts.push({ person, settlementId, corrects, ...(correctsAt && { correctsAt }), facts });
  };
  for (const event of events) {
    const made = ofEvent(event, change);
    if (made) add(made.person, made.settlementId, made.part);
    if (event.type === "SomePaymentsReversed") {
      for (const part of ofSomeReversed(event, change, rates)) add(event.payer, event.settlementId, part);
    }
    const deposit = event.type === "SettlementReopened" ? event.deposit : undefined;
    // After the credit note of a forfeit the deposit is taken again.
    if (event.type === "SettlementReopened" && deposit && deposit.takenMinor > 0) {
      add(event.winner, event.settlementId, ofDeposit(deposit));
    }
  }
  for (const posting of postingsOf(change)) {
    const { person, settlementId, amountMinor: ngnMinor, cause } = posting;
    if (cause === "payment-reversal" && !events.some(({ type }) => type === "SomePaymentsReversed"))
      add(person, settlementId, ofTaken(-ngnMinor as Minor, change, rates));
    if (!isRefund(posting) || events.some(({ type }) => creditNotes.has(type))) continue;
    const surplus = cause === "payment-surplus" ? surplusIn(events, settlementId) : undefined;
    add(person, settlementId, {
      kind: "refund",
      method: cause === "deposit-return" ? "deposit" : "balance",
      ...(surplus && { cameBy: surplus.method, reference: surplus.reference }),
      ...returnedBy(posting, change, rates),
      ngnMinor: ngnMinor as Minor,
      reason: cause === "payment-surplus" ? surplusReason(settlementId, change) : reasonOf(events),
    });
  }
  return receipts;
};

const isRefund = ({ cause, amountMinor }: Posting): boolean =>
  amountMinor > 0 && (cause === "deposit-return" || cause === "payment-return" || cause === "payment-surplus");

const surplusIn = (events: readonly AuctionEvent[], settlementId: string): PaymentCredited | undefined =>
  events.find(
    (event): event is PaymentCredited => event.type === "PaymentCredited" && event.settlementId === settlementId,
  );

/** A debt that the state no longer has. */
const closedDebt = ({ log }: ReceiptedChange, id: string): Debt | null => (log ? closedDebtIn(log, id) : null);

/** Returns the worth of the refunded naira in the auction's currency when they were paid, and the rate of that time. */
const returnedBy = (
  { settlementId, amountMinor: ngnMinor, cause }: Posting,
  { before, after, events, log = [] }: ReceiptedChange,
  rates: ExchangeRates,
): Pick<Part, "amountMinor" | "rate"> => {
  const debt = debtIn(before, settlementId);
  if (cause === "payment-surplus") {
    const surplus = surplusIn(events, settlementId);
    const amountMinor = surplus?.worthMinor ?? worthOfNairaMinor(ngnMinor, after.currency, rates);
    return surplus?.method === "online" ? { amountMinor, rate: rateBetween(ngnMinor, amountMinor) } : { amountMinor };
  }
  if (debt?.currency !== "USD") return { amountMinor: ngnMinor as Minor, rate: null };
  const { paidMinor, depositWorthMinor } = debt.owed;
  const voided = events.find((event) => event.type === "BidsVoided");
  if (cause === "deposit-return") {
    // A void may give back a part of the deposit.
    const amountMinor = (depositWorthMinor - (voided?.deposit?.worthMinor ?? 0)) as Minor;
    return { amountMinor, rate: oneRateOf([depositRateOf(debt)], amountMinor, ngnMinor) };
  }
  const payments = paymentsIn(log, settlementId);
  const refund = voided?.refund;
  // A void gives back the amount above the lower price, wherever it came from. Otherwise money from outside stays
  // there.
  const [outside, onSite] = [payments.filter(isOutside), payments.filter((payment) => !isOutside(payment))];
  const amountMinor = refund?.amountMinor ?? (Math.max(0, paidMinor - sumOf(outside)) as Minor);
  const ofPayments = paidMinor > 0 ? (refund ? payments : onSite).map(rateOf) : [];
  const ofDeposit = amountMinor > paidMinor ? [depositRateOf(debt)] : [];
  return { amountMinor, rate: oneRateOf([...ofPayments, ...ofDeposit], amountMinor, ngnMinor) };
};

const rateOf = ({ ngnMinor, amountMinor }: PaymentReceived): number | null => rateBetween(ngnMinor, amountMinor);
const isOutside = ({ method }: PaymentReceived): boolean => method === "outside";
const sumOf = (payments: readonly PaymentReceived[]): number =>
  payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** A credit note already records the refunds of changes with these events. */
const creditNotes = new Set<AuctionEvent["type"]>([
  "SettlementReopened",
  "PurchaseReopened",
  "PurchasePardoned",
  "SaleRefunded",
]);

interface Made {
  readonly person: Person;
  readonly settlementId: string;
  readonly part: Part;
}

const ofEvent = (event: AuctionEvent, change: ReceiptedChange): Made | null => {
  const { before, after } = change;
  const NOTHING = 0 as Minor;
  switch (event.type) {
    case "AuctionEnded":
    case "SettlementOpened": {
      const { winner, deposit } = event;
      if (!winner || !deposit || deposit.takenMinor === 0 || !after.settlement) return null;
      return { person: winner, settlementId: after.settlement.id, part: ofDeposit(deposit) };
    }
    case "BuyItNowStarted":
      if (!event.deposit || event.deposit.takenMinor === 0) return null;
      return { person: event.buyer, settlementId: event.purchaseId, part: ofDeposit(event.deposit) };
    case "PaymentReceived": {
      const { payer, settlementId, method, amountMinor, ngnMinor, reference } = event;
      // An online payment was counted at the rate of its start.
      const ofStart = method === "online" && { rate: rateOf(event) };
      const part: Part = { kind: "payment", method, amountMinor, ngnMinor, reference, ...ofStart };
      return { person: payer, settlementId, part };
    }
    case "SettlementForfeited": {
      const { winner, settlementId, penaltyMinor } = event;
      return { person: winner, settlementId, part: ofPenalty(penaltyMinor, debtIn(before, settlementId)) };
    }
    case "PurchaseForfeited": {
      const { buyer, purchaseId, penaltyMinor } = event;
      return { person: buyer, settlementId: purchaseId, part: ofPenalty(penaltyMinor, debtIn(before, purchaseId)) };
    }
    case "SettlementReopened": {
      const { winner, settlementId, from, reversed, note } = event;
      const penaltyMinor = before.settlement?.penaltyMinor ?? NOTHING;
      const part =
        from === "paid"
          ? ofReversal(reversed ?? nothing, settlementId, change, note)
          : ofPenaltyBack(penaltyMinor, debtIn(before, settlementId), note);
      return part.ngnMinor === 0 && part.amountMinor === 0 ? null : { person: winner, settlementId, part };
    }
    case "PurchaseReopened": {
      const { buyer, purchaseId, reversed, note } = event;
      if (reversed.amountMinor === 0) return null;
      return { person: buyer, settlementId: purchaseId, part: ofReversal(reversed, purchaseId, change, note) };
    }
    case "PaymentsReversed": {
      const { payer, settlementId, reversed, note } = event;
      const { amountMinor } = reversed;
      // If a void had refunded the payment, only the refund is corrected.
      if (amountMinor === 0) return null;
      const part = { kind: "credit-note", method: "outside", amountMinor, ngnMinor: NOTHING, rate: null } as const;
      return { person: payer, settlementId, part: { ...part, reason: note, corrects: "payment" } };
    }
    case "SaleRefunded": {
      const { payer, settlementId, amountMinor, paidNgnMinor, transfer, cashNgnMinor, note } = event;
      const debt = debtIn(before, settlementId);
      const rates = [...(debt ? [depositRateOf(debt)] : []), ...paymentsIn(change.log ?? [], settlementId).map(rateOf)];
      const ngnMinor = ((debt?.owed.depositMinor ?? 0) + paidNgnMinor) as Minor;
      const method = transfer ? "transfer" : cashNgnMinor ? "cash" : "balance";
      const part = { kind: "credit-note", method, amountMinor, ngnMinor, reason: note, corrects: "payment" } as const;
      return { person: payer, settlementId, part: { ...part, rate: oneRateOf(rates, amountMinor, ngnMinor) } };
    }
    case "PurchasePardoned": {
      const { buyer, purchaseId, penaltyMinor, note } = event;
      const part = ofPenaltyBack(penaltyMinor, closedDebt(change, purchaseId), note);
      return { person: buyer, settlementId: purchaseId, part };
    }
    default:
      return null;
  }
};

/** If nothing goes back to the balance, the payment was made outside the site. */
const ofReversal = (reversed: typeof nothing, id: string, { log = [] }: ReceiptedChange, reason: string): Part => ({
  kind: "credit-note",
  ...reversed,
  method: reversed.ngnMinor > 0 ? "balance" : "outside",
  rate: oneRateOf(paymentsIn(log, id).map(rateOf), reversed.amountMinor, reversed.ngnMinor),
  reason,
  corrects: "payment",
});

/** A credit note for each payment, and one for the refund of what came with it above what was due. */
const ofSomeReversed = (
  { settlementId, payments, note: reason }: SomePaymentsReversed,
  { after, log = [] }: ReceiptedChange,
  rates: ExchangeRates,
): Part[] =>
  payments.flatMap(({ at: correctsAt, method, amountMinor, ngnMinor, reference, surplusMinor }): Part[] => {
    const base = { kind: "credit-note", reason, correctsAt } as const;
    const rate = rateBetween(ngnMinor, amountMinor);
    const payment = {
      ...base,
      method,
      amountMinor,
      ngnMinor,
      reference,
      rate,
      isOfOne: true,
      corrects: "payment",
    } as const;
    if (surplusMinor === 0) return [payment];
    const credited = log
      .filter(({ at }) => at === correctsAt)
      .flatMap(({ events }) => events)
      .find((event) => event.type === "PaymentCredited" && event.settlementId === settlementId);
    const worth = worthOfSurplus(surplusMinor, credited, after.currency, rates);
    return [payment, { ...base, ...worth, method: "balance", corrects: "refund", isTakenBack: true }];
  });

/** A document without its own worth names no rate, because today's rate was not used for its naira. */
const worthOfSurplus = (
  ngnMinor: Minor,
  credited: LoggedChange["events"][number] | undefined,
  currency: AuctionState["currency"],
  rates: ExchangeRates,
) => {
  const worthMinor = credited?.type === "PaymentCredited" ? credited.worthMinor : undefined;
  const amountMinor = worthMinor ?? worthOfNairaMinor(ngnMinor, currency, rates);
  return { amountMinor, ngnMinor, rate: worthMinor === undefined ? null : rateBetween(ngnMinor, worthMinor) };
};

const reversals = new Set<AuctionEvent["type"]>(["SettlementReopened", "PurchaseReopened", "PaymentsReversed"]);

/** Corrects the receipt of the refund that booked money had made. */
const ofTaken = (ngnMinor: Minor, { after, events, log = [] }: ReceiptedChange, rates: ExchangeRates): Part => {
  const reversal = events.find(({ type }) => reversals.has(type));
  const reason = reversal && "note" in reversal ? reversal.note : null;
  const base = { kind: "credit-note", method: "balance", corrects: "refund", isTakenBack: true } as const;
  const surplus = log
    .flatMap((change) => change.events)
    .findLast((event) => event.type === "PaymentCredited" && event.ngnMinor === ngnMinor);
  return { ...base, ...worthOfSurplus(ngnMinor, surplus, after.currency, rates), reason };
};

const nothing = { amountMinor: 0 as Minor, ngnMinor: 0 as Minor };

const ofDeposit = ({ takenMinor, worthMinor }: { readonly takenMinor: Minor; readonly worthMinor: Minor }): Part => ({
  kind: "payment",
  method: "deposit",
  amountMinor: worthMinor,
  ngnMinor: takenMinor,
});

/** A penalty is in naira; its worth in the debt's currency is the lot's share of the price. */
const ofPenalty = (ngnMinor: Minor, debt: Debt | null): Part => {
  const isNaira = debt === null || debt.currency === "NGN";
  const amountMinor = isNaira ? ngnMinor : shareOfMinor(priceOf(debt.owed), debt.rules.forfeitBasisPoints);
  return { kind: "penalty", method: "balance", amountMinor, ngnMinor, reason: "The payment did not come in time." };
};

const ofPenaltyBack = (ngnMinor: Minor, debt: Debt | null, reason: string): Part => ({
  ...ofPenalty(ngnMinor, debt),
  kind: "credit-note",
  rate: debt && penaltyRateOf(debt, ngnMinor),
  reason,
  corrects: "penalty",
});

/**
 * `isKnown`: the state has the debt. A document of another debt names its price alone, because its money went back. If
 * nothing is known of the debt, the document is in naira.
 */
const factsOf = (
  { lot }: AuctionState,
  debt: Pick<Debt, "owed" | "currency"> | null,
  isKnown: boolean,
  { reference = null, reason = null, rate, ...part }: Omit<Part, "corrects" | "correctsAt">,
  rates: ExchangeRates,
): ReceiptFacts => {
  const { owed = null, currency = "NGN" } = debt ?? {};
  const held = isKnown ? owed : null;
  return {
    ...part,
    title: lot.title,
    currency,
    amountMinor: debt ? part.amountMinor : part.ngnMinor,
    priceMinor: owed ? priceOf(owed) : (0 as Minor),
    feeMinor: owed && "feeMinor" in owed ? owed.feeMinor : (0 as Minor),
    ...(owed && "premiumMinor" in owed && owed.premiumMinor > 0 && premiumIn(owed)),
    depositMinor: held?.depositMinor ?? (0 as Minor),
    depositWorthMinor: held?.depositWorthMinor ?? (0 as Minor),
    rate: currency === "NGN" ? null : rate === undefined ? rates.USD_TO_NGN : rate,
    reference,
    remainingMinor: held && stillOwed(held) ? remainingMinor(held) : (0 as Minor),
    reason,
  };
};

const premiumIn = ({ premiumMinor, vatMinor }: Settlement): Premium => ({ premiumMinor, vatMinor });

const isPaid = (owed: Settlement | Purchase): boolean =>
  "status" in owed ? owed.status === "paid" : owed.bidPriceMinor !== null;

const stillOwed = (owed: Settlement | Purchase): boolean => !("status" in owed) || owed.status === "open";

const surplusReason = (settlementId: string, { before, events }: ReceiptedChange): string => {
  if (events.some((event) => event.type === "PaymentReceived" && event.settlementId === settlementId))
    return surplusWords["more-than-due"];
  const owed = owedOf(before, settlementId);
  return surplusWords[owed && isPaid(owed) ? "already-paid" : "no-longer-due"];
};

const reasonOf = (events: readonly AuctionEvent[]): string => {
  const has = (...types: AuctionEvent["type"][]): boolean => events.some(({ type }) => types.includes(type));
  if (has("BidsVoided")) return "Bids no longer count, so the price is lower or the lot has no winner.";
  if (has("SettlementForfeited", "PurchaseForfeited")) return "The payment did not come in time.";
  if (has("SettlementWaived", "PurchaseWaived")) return "The payment was waived.";
  return "The sale was undone.";
};
