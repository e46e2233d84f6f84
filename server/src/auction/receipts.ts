// The receipts that one change of an auction makes: for each deposit and payment, each refund and each penalty; a credit
// note for what an administrator takes back. Pure functions.

import type { ExchangeRates, Minor } from "@jara/shared/money";
import { percentOfMinor, worthOfNairaMinor } from "@jara/shared/naira";
import { rulesOf } from "@jara/shared/payment-rules";
import type { AuctionEvent } from "./events.ts";
import { movementsOf } from "./movements.ts";
import type { ReceiptFacts } from "./receipt-facts.ts";
import { type AuctionState, type Person, type Purchase, remainingMinor, type Settlement } from "./state.ts";
import { everyone } from "./viewer.ts";
import { type StateChange, shownAfter } from "./visibility.ts";

export interface Receipt {
  readonly person: Person;
  readonly settlementId: string;
  readonly facts: ReceiptFacts;
  /** The kind of the receipt that a credit note corrects: the newest of this settlement. */
  readonly corrects: "payment" | "refund" | "penalty" | null;
}

type Part = Pick<ReceiptFacts, "kind" | "method" | "amountMinor" | "ngnMinor"> &
  Partial<Pick<ReceiptFacts, "reference" | "reason" | "isTakenBack">> & { readonly corrects?: Receipt["corrects"] };

export const receiptsOf = (change: StateChange, rates: ExchangeRates): Receipt[] => {
  const { before, after, events } = change;
  const receipts: Receipt[] = [];
  // Describes the lot as the receipt's reader last saw it, because the change may have edited a draft.
  const shown = shownAfter(change, everyone) ?? before;
  const add = (person: Person, settlementId: string, part: Part): void => {
    const owed = owedOf(after, settlementId) ?? owedOf(before, settlementId);
    const { corrects = null, ...rest } = part;
    receipts.push({ person, settlementId, corrects, facts: factsOf(shown, owed, rest, rates) });
  };
  for (const event of events) {
    const made = ofEvent(event, change);
    if (made) add(made.person, made.settlementId, made.part);
    const deposit = event.type === "SettlementReopened" ? event.deposit : undefined;
    // After the credit note of a forfeit the deposit is taken again.
    if (event.type === "SettlementReopened" && deposit && deposit.takenMinor > 0) {
      add(event.winner, event.settlementId, ofDeposit(deposit));
    }
  }
  for (const { person, settlementId, amountMinor: ngnMinor, cause } of movementsOf(change)) {
    if (cause === "payment-reversal") add(person, settlementId, ofTaken(-ngnMinor as Minor, change, rates));
    const isRefund = cause === "deposit-return" || cause === "payment-return" || cause === "payment-surplus";
    if (!isRefund || ngnMinor <= 0 || events.some(({ type }) => creditNotes.has(type))) continue;
    const amountMinor = worthOfNairaMinor(ngnMinor, after.currency, rates);
    const method = cause === "deposit-return" ? "deposit" : "balance";
    add(person, settlementId, {
      kind: "refund",
      method,
      amountMinor,
      ngnMinor: ngnMinor as Minor,
      reason: reasonOf(events),
    });
  }
  return receipts;
};

/** A credit note already records the refunds of changes with these events. */
const creditNotes = new Set<AuctionEvent["type"]>(["SettlementReopened", "PurchaseReopened", "PurchasePardoned"]);

interface Made {
  readonly person: Person;
  readonly settlementId: string;
  readonly part: Part;
}

const ofEvent = (event: AuctionEvent, { before, after }: StateChange): Made | null => {
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
      return { person: payer, settlementId, part: { kind: "payment", method, amountMinor, ngnMinor, reference } };
    }
    case "SettlementForfeited":
      return { person: event.winner, settlementId: event.settlementId, part: ofPenalty(event.penaltyMinor, before) };
    case "PurchaseForfeited":
      return { person: event.buyer, settlementId: event.purchaseId, part: ofPenalty(event.penaltyMinor, before) };
    case "SettlementReopened": {
      const { winner, settlementId, from, reversed, note } = event;
      const penaltyMinor = before.settlement?.penaltyMinor ?? NOTHING;
      const part: Part =
        from === "paid"
          ? { kind: "credit-note", ...takenBack(reversed ?? nothing), reason: note, corrects: "payment" }
          : { ...ofPenalty(penaltyMinor, before), kind: "credit-note", reason: note, corrects: "penalty" };
      return part.ngnMinor === 0 && part.amountMinor === 0 ? null : { person: winner, settlementId, part };
    }
    case "PurchaseReopened": {
      const { buyer, purchaseId, reversed, note } = event;
      if (reversed.amountMinor === 0) return null;
      const part: Part = { kind: "credit-note", ...takenBack(reversed), reason: note, corrects: "payment" };
      return { person: buyer, settlementId: purchaseId, part };
    }
    case "PaymentsReversed": {
      const { payer, settlementId, reversed, note } = event;
      const { amountMinor } = reversed;
      const part: Part = { kind: "credit-note", ...takenBack({ amountMinor, ngnMinor: NOTHING }), reason: note };
      return { person: payer, settlementId, part: { ...part, corrects: "payment" } };
    }
    case "PurchasePardoned": {
      const { buyer, purchaseId, penaltyMinor, note } = event;
      const part: Part = { ...ofPenalty(penaltyMinor, before), kind: "credit-note", reason: note, corrects: "penalty" };
      return { person: buyer, settlementId: purchaseId, part };
    }
    default:
      return null;
  }
};

/** If nothing goes back to the balance, the payment was made outside the site. */
const takenBack = (reversed: typeof nothing): Pick<Part, "method" | "amountMinor" | "ngnMinor"> => ({
  ...reversed,
  method: reversed.ngnMinor > 0 ? "balance" : "outside",
});

/** Corrects the receipt of the refund that booked money had made. */
const ofTaken = (ngnMinor: Minor, { after, events }: StateChange, rates: ExchangeRates): Part => {
  const amountMinor = worthOfNairaMinor(ngnMinor, after.currency, rates);
  const reversal = events.find(({ type }) => type === "SettlementReopened" || type === "PurchaseReopened");
  const reason = reversal && "note" in reversal ? reversal.note : null;
  const base = { kind: "credit-note", method: "balance", corrects: "refund", isTakenBack: true } as const;
  return { ...base, amountMinor, ngnMinor, reason };
};

const nothing = { amountMinor: 0 as Minor, ngnMinor: 0 as Minor };

const ofDeposit = ({ takenMinor, worthMinor }: { readonly takenMinor: Minor; readonly worthMinor: Minor }): Part => ({
  kind: "payment",
  method: "deposit",
  amountMinor: worthMinor,
  ngnMinor: takenMinor,
});

/** A penalty is in naira; its worth in the auction's currency is the lot's share of the price. */
const ofPenalty = (ngnMinor: Minor, state: AuctionState): Part => {
  const { currency, purchase, settlement } = state;
  const { forfeitPercent } = rulesOf(state);
  const priceMinor = settlement?.amountMinor ?? purchase?.priceMinor ?? 0;
  const amountMinor = currency === "NGN" ? ngnMinor : percentOfMinor(priceMinor, forfeitPercent);
  return { kind: "penalty", method: "balance", amountMinor, ngnMinor, reason: "The payment did not come in time." };
};

const owedOf = ({ settlement, purchase }: AuctionState, id: string): Settlement | Purchase | null => {
  if (settlement?.id === id) return settlement;
  return purchase?.id === id ? purchase : null;
};

const factsOf = (
  { lot, currency }: AuctionState,
  owed: Settlement | Purchase | null,
  { reference = null, reason = null, ...part }: Omit<Part, "corrects">,
  rates: ExchangeRates,
): ReceiptFacts => ({
  ...part,
  title: lot.title,
  currency,
  priceMinor: owed === null ? part.amountMinor : "amountMinor" in owed ? owed.amountMinor : owed.priceMinor,
  feeMinor: owed && "feeMinor" in owed ? owed.feeMinor : (0 as Minor),
  depositMinor: owed?.depositMinor ?? (0 as Minor),
  depositWorthMinor: owed?.depositWorthMinor ?? (0 as Minor),
  rate: currency === "NGN" ? null : rates.USD_TO_NGN,
  reference,
  remainingMinor: owed && stillOwed(owed) ? remainingMinor(owed) : (0 as Minor),
  reason,
});

const stillOwed = (owed: Settlement | Purchase): boolean => !("status" in owed) || owed.status === "open";

const reasonOf = (events: readonly AuctionEvent[]): string => {
  const has = (...types: AuctionEvent["type"][]): boolean => events.some(({ type }) => types.includes(type));
  if (has("BidsVoided")) return "Bids were voided, so the price is lower or the lot has no winner.";
  if (has("SettlementForfeited", "PurchaseForfeited")) return "The payment did not come in time.";
  if (has("SettlementWaived", "PurchaseWaived")) return "The payment was waived.";
  if (has("PaymentCredited")) return "More came than was due.";
  return "The sale was undone.";
};
