// Prepares the rows about money that an auction's change writes: the new state of settlements and purchases, payments
// and offers. The rules decide postings and receipts (auction/settlement/postings.ts,
// auction/settlement/receipts.ts).
import { type StoredRules, toStoredRules } from "@jara/shared/payment-rules";
import type { RefundWay } from "@jara/shared/refund-ways";
import type { AuctionEvent } from "../../auction/events.ts";
import { owedOf } from "../../auction/settlement/debts.ts";
import { undoneBy } from "../../auction/settlement/postings.ts";
import { nothingReceived, type Person, type Purchase, type Received, type Settlement } from "../../auction/state.ts";
import { newPickupCode } from "../../platform/lib/pickup-code.ts";
import type { Change } from "../ports.ts";

/** A settlement or a purchase as a row, under the names that the commit's statement reads. */
export interface StoredDebt {
  readonly kind: "win" | "buy-it-now";
  readonly status: "open" | "pending" | "paid" | "waived" | "forfeited" | "void" | "refunded";
  readonly amount: number;
  readonly fee: number;
  /** The buyer's premium and the VAT on it; 0 for a purchase. */
  readonly premium: number;
  readonly vat: number;
  /** Epoch ms. */
  readonly due: number;
  readonly deposit: number;
  readonly worth: number;
  readonly paid: number;
  readonly paidNgn: number;
  readonly penalty: number | null;
  readonly isWaived: boolean;
  readonly note: string | null;
  /** The administrator who closed it; null for the clock and for the person who paid. */
  readonly actor: string | null;
  /** Six digits, kept if the row has some already. */
  readonly code: string;
  /** The change takes a sale back, so the lot must not have been handed over. */
  readonly undoesSale: boolean;
  /** The administrator gave this reason for a reversal of payments; null without a reversal. */
  readonly reversed: string | null;
  /** The reversal takes back booked payments alone. */
  readonly reversesBooked: boolean;
  /** The ids of the payments that are taken back alone; null if none are named. */
  readonly reversedIds: readonly string[] | null;
  /** The lot's rules; null for the usual ones. */
  readonly rules: StoredRules | null;
  /** The change gave back all that was paid; null otherwise. */
  readonly refund: StoredRefund | null;
}

interface StoredRefund {
  readonly to: RefundWay;
  /** NGN kobo. */
  readonly ngn: number;
  /** The withdrawal that sends it; null if it stays on the balance. */
  readonly withdrawal: {
    readonly id: string;
    readonly account: string;
    readonly ngn: number;
    readonly sandbox: boolean;
  } | null;
}

export interface DebtRow {
  readonly id: string;
  readonly person: Person;
  readonly debt: StoredDebt;
}

/** The settlements and purchases that the change opened, changed or closed; each once. */
export const debtsOf = (change: Change): DebtRow[] => {
  const { before, after, events } = change;
  const rows: DebtRow[] = [];
  const undone = undoneBy(change);
  const rules = after.rules ?? before.rules;
  const by = {
    actor: change.isByStaff ? change.actorId : null,
    note: noteIn(events),
    undoesSale: events.some(undoesPaid) || (undone.purchase !== null && events.some(isEnd)),
    reversed: reversedIn(events),
    reversesBooked: events.some(isOfBooked),
    reversedIds: reversedIdsIn(events),
    rules: rules && toStoredRules(rules),
    refund: refundIn(change),
  };
  const add = (owed: Settlement | Purchase, status: StoredDebt["status"], isWaived = false): void => {
    rows.push({
      id: owed.id,
      person: "winner" in owed ? owed.winner : owed.buyer,
      debt: { ...stored(owed, status, isWaived), ...by },
    });
  };
  if (by.refund && before.settlement) add({ ...before.settlement, ...nothingReceived }, "refunded");
  if (undone.settlement) add({ ...undone.settlement, ...nothingReceived }, "void");
  if (after.settlement && after.settlement !== before.settlement) add(after.settlement, after.settlement.status);
  if (undone.purchase) add({ ...undone.purchase, ...nothingReceived }, "void");
  else if (after.purchase && after.purchase !== before.purchase) {
    add(after.purchase, after.purchase.bidPriceMinor === null ? "pending" : "paid");
  } else if (before.purchase && after.purchase === null) {
    const forfeited = events.find((event) => event.type === "PurchaseForfeited");
    const owed = { ...before.purchase, ...nothingReceived, penaltyMinor: forfeited?.penaltyMinor ?? null };
    const isWaived = events.some(({ type }) => type === "PurchaseWaived");
    add(owed, forfeited ? "forfeited" : "void", isWaived);
  }
  return rows;
};

type Owed = (Settlement | (Purchase & { readonly penaltyMinor?: number | null })) & Received;

const stored = (
  owed: Owed,
  status: StoredDebt["status"],
  isWaived: boolean,
): Omit<
  StoredDebt,
  "actor" | "note" | "undoesSale" | "reversed" | "reversesBooked" | "reversedIds" | "rules" | "refund"
> => ({
  kind: "winner" in owed ? "win" : "buy-it-now",
  status,
  amount: "winner" in owed ? owed.amountMinor : owed.priceMinor,
  fee: "winner" in owed ? 0 : owed.feeMinor,
  premium: "winner" in owed ? owed.premiumMinor : 0,
  vat: "winner" in owed ? owed.vatMinor : 0,
  due: "winner" in owed ? owed.dueAt : owed.deadlineAt,
  deposit: owed.depositMinor,
  worth: owed.depositWorthMinor,
  paid: owed.paidMinor,
  paidNgn: owed.paidNgnMinor,
  penalty: owed.penaltyMinor ?? null,
  isWaived,
  code: newPickupCode(),
});

const refundIn = ({ before, events }: Change): StoredRefund | null => {
  const refunded = events.find((event) => event.type === "SaleRefunded");
  if (!refunded) return null;
  const { settlementId, paidNgnMinor, transfer, cashNgnMinor } = refunded;
  const ngn = (owedOf(before, settlementId)?.depositMinor ?? 0) + paidNgnMinor;
  const withdrawal = transfer && {
    id: transfer.withdrawalId,
    account: transfer.bankAccountId,
    ngn: transfer.ngnMinor,
    sandbox: transfer.isSandbox,
  };
  return { to: transfer ? "transfer" : cashNgnMinor ? "cash" : "balance", ngn, withdrawal };
};

const isOfBooked = ({ type }: AuctionEvent): boolean => type === "PaymentsReversed" || type === "SomePaymentsReversed";

const reversedIdsIn = (events: readonly AuctionEvent[]): readonly string[] | null => {
  const reversed = events.find((event) => event.type === "SomePaymentsReversed");
  const ids = reversed?.payments.flatMap(({ id }) => id ?? []) ?? [];
  return ids.length > 0 ? ids : null;
};
const undoesPaid = (event: AuctionEvent): boolean =>
  event.type === "PurchaseReopened" || (event.type === "SettlementReopened" && event.from === "paid");
const isEnd = ({ type }: AuctionEvent): boolean => type === "AuctionEnded";

const noteIn = (events: readonly AuctionEvent[]): string | null => {
  for (const event of events) {
    if (event.type === "PaymentReceived" || event.type === "BidsVoided") continue;
    if ("note" in event) return event.note || null;
  }
  return null;
};

const reversedIn = (events: readonly AuctionEvent[]): string | null => {
  for (const event of events) {
    if (event.type === "SettlementReopened" && event.from === "paid") return event.note;
    if (event.type === "PurchaseReopened" || isOfBooked(event)) return "note" in event ? event.note : null;
  }
  return null;
};

export interface OfferRow {
  readonly id: string;
  readonly person: Person;
  readonly offer: { price: number; expires: number; status: string; actor: string | null };
}

/** The offer to a runner-up that the change made or closed. */
export const offersOf = ({ before, after, events, actorId }: Change): OfferRow[] => {
  const rows: OfferRow[] = [];
  const [closed, opened] = [before.secondChance, after.secondChance];
  if (closed?.id === opened?.id) return rows;
  const answered = events.find((event) => event.type === "SecondChanceClosed");
  for (const [offer, status] of [
    [closed, answered?.as ?? "withdrawn"],
    [opened, "open"],
  ] as const) {
    if (!offer) continue;
    const { id, person, priceMinor: price, expiresAt: expires } = offer;
    rows.push({ id, person, offer: { price, expires, status, actor: status === "open" ? actorId : null } });
  }
  return rows;
};
