// Finds the facts of a debt and its payments that documents and reversals need: the price that was owed, even after the
// state no longer has the debt, the payments that count, and the rate between naira and dollars. Pure functions.

import { shareOfMinor } from "@jara/shared/basis-points";
import type { Minor } from "@jara/shared/money";
import { isOnSite } from "@jara/shared/payment-methods";
import { type LotRules, rulesOf } from "@jara/shared/payment-rules";
import type { LoggedChange } from "../commands.ts";
import type { AuctionEvent, NamedPayment, PaymentReceived, PurchaseForfeited } from "../events.ts";
import { create, evolveChange } from "../evolve.ts";
import type { AuctionState, Purchase, Settlement } from "../state.ts";

/** A settlement or a purchase, with the lot's currency and rules when it was last known. */
export interface Debt {
  readonly owed: Settlement | Purchase;
  readonly currency: AuctionState["currency"];
  readonly rules: LotRules;
}

export const owedOf = ({ settlement, purchase }: AuctionState, id: string): Settlement | Purchase | null => {
  if (settlement?.id === id) return settlement;
  return purchase?.id === id ? purchase : null;
};

export const debtIn = (state: AuctionState, id: string): Debt | null => {
  const owed = owedOf(state, id);
  return owed && { owed, currency: state.currency, rules: rulesOf(state) };
};

/** The debt as the log's last state that has it. Null if no state has it, or if the log lacks its beginning. */
export const closedDebtIn = (log: readonly LoggedChange[], id: string): Debt | null => {
  const [first, ...changes] = log;
  const [created] = first?.events ?? [];
  if (!first || created?.type !== "AuctionCreated") return null;
  let state = create(created, first.at);
  let debt: Debt | null = null;
  for (const { events } of changes) {
    state = evolveChange(state, events as readonly AuctionEvent[]);
    debt = debtIn(state, id) ?? debt;
  }
  return debt;
};

/** The debt's price, without the fee. */
export const priceOf = (owed: Settlement | Purchase): Settlement["amountMinor"] =>
  "amountMinor" in owed ? owed.amountMinor : owed.priceMinor;

/** A payment that counts, with the time of its change and the NGN kobo that came with it above what was due. */
export interface CountedPayment extends PaymentReceived {
  readonly at: number;
  readonly surplusMinor: Minor;
}

/** The payments that count towards the debt: those after its last reversal, or after the forfeit that was reversed. */
export const paymentsIn = (log: readonly LoggedChange[], id: string): CountedPayment[] => {
  let payments: CountedPayment[] = [];
  for (const { at, events } of log) {
    for (const event of events) {
      if (isReopening(event, id)) payments = [];
      else if (event.type === "PaymentsReversed" && event.settlementId === id) payments = payments.filter(isOnSite);
      else if (event.type === "SomePaymentsReversed" && event.settlementId === id) {
        for (const reversed of event.payments) payments = withoutOne(payments, reversed);
      } else if (event.type === "PaymentReceived" && event.settlementId === id) {
        payments.push({ ...event, at, surplusMinor: surplusIn(events, id) });
      }
    }
  }
  return payments;
};

/** True if no payment of the debt counts any more, because a payment or a forfeit was taken back. */
export const isReopening = (event: LoggedChange["events"][number], id: string): boolean =>
  (event.type === "SettlementReopened" || event.type === "PurchaseReopened") &&
  !event.keepsPayments &&
  ("purchaseId" in event ? event.purchaseId : event.settlementId) === id;

/** NGN kobo that came with a payment of the same change, and were not needed. */
export const surplusIn = (events: LoggedChange["events"], id: string): Minor =>
  events.reduce(
    (sum, event) => (event.type === "PaymentCredited" && event.settlementId === id ? sum + event.ngnMinor : sum),
    0,
  ) as Minor;

/** Compares time and facts. Two payments that agree in these change no sum, so either of them may be meant. */
export const isNamed = (payment: NamedPayment, { at, method, amountMinor, ngnMinor, reference }: NamedPayment) =>
  payment.at === at &&
  payment.method === method &&
  payment.amountMinor === amountMinor &&
  payment.ngnMinor === ngnMinor &&
  payment.reference === reference;

/** The ids of the payments that were taken back alone. */
export const reversedIdsIn = (log: readonly LoggedChange[]): ReadonlySet<string> =>
  new Set(
    log.flatMap(({ events }) =>
      events.flatMap((event) =>
        event.type === "SomePaymentsReversed" ? event.payments.flatMap(({ id }) => id ?? []) : [],
      ),
    ),
  );

const withoutOne = (payments: readonly CountedPayment[], reversed: NamedPayment): CountedPayment[] => {
  const index = payments.findIndex((payment) => isNamed(payment, reversed));
  return payments.filter((_, n) => n !== index);
};

/** NGN kobo of the debt's payments that count, those outside the site too. */
export const paidInNaira = (log: readonly LoggedChange[], settlementId: string): number => {
  let ngnMinor = 0;
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type === "PaymentReceived" && event.settlementId === settlementId) ngnMinor += event.ngnMinor;
    else if (isReopening(event, settlementId)) ngnMinor = 0;
    else if (event.type === "PaymentsReversed" && event.settlementId === settlementId)
      ngnMinor -= event.reversed.ngnMinor;
    else if (event.type === "SomePaymentsReversed" && event.settlementId === settlementId)
      for (const payment of event.payments) ngnMinor -= payment.ngnMinor;
    // A refund of an earlier settlement is followed by this one's first payment, or by its reopening.
    else if (event.type === "BidsVoided" && event.refund) ngnMinor = Math.max(0, ngnMinor - event.refund.ngnMinor);
  }
  return ngnMinor;
};

/** Returns the forfeit of this purchase; null if there was none, or if its penalty was given back before. */
export const forfeitedIn = (log: readonly LoggedChange[], purchaseId: string): PurchaseForfeited | null => {
  const events = log.flatMap((change) => change.events);
  if (events.some((event) => event.type === "PurchasePardoned" && event.purchaseId === purchaseId)) return null;
  return (
    events.find(
      (event): event is PurchaseForfeited => event.type === "PurchaseForfeited" && event.purchaseId === purchaseId,
    ) ?? null
  );
};

/**
 * Naira for one dollar, to the kobo, as these two amounts have it. The naira were rounded to a kobo, so null if the
 * amounts are too small to tell the rate. `amountMinor`: may have a part of a cent.
 */
export const rateBetween = (ngnMinor: number, amountMinor: number): number | null => {
  if (ngnMinor <= 0 || amountMinor <= 0) return null;
  const [least, most] = [(ngnMinor - 1) / amountMinor, (ngnMinor + 1) / amountMinor].map((rate) => rate.toFixed(2));
  return least !== undefined && least === most ? Number(least) : null;
};

/** The rate of the deposit. Null if the price has changed since the deposit was taken. */
export const depositRateOf = ({ owed, rules }: Debt): number | null => {
  const { depositMinor, depositWorthMinor } = owed;
  // The naira are a share of the price, and its worth was rounded up to a cent.
  const share = (priceOf(owed) * rules.depositBasisPoints) / 10_000;
  if (depositWorthMinor === shareOfMinor(priceOf(owed), rules.depositBasisPoints))
    return rateBetween(depositMinor, share);
  // The balance had less than the whole deposit, so the naira were counted from whole cents.
  return depositWorthMinor < share ? rateBetween(depositMinor, depositWorthMinor) : null;
};

/** The rate of a penalty, whose naira are a share of the price. */
export const penaltyRateOf = ({ owed, rules }: Debt, penaltyMinor: number): number | null =>
  rateBetween(penaltyMinor, (priceOf(owed) * rules.forfeitBasisPoints) / 10_000);

/**
 * The one rate of money that was paid in parts, if it turns the dollars into the naira to a cent. Null otherwise: at
 * several rates, or if the naira are only a part of the dollars, no rate is true.
 */
export const oneRateOf = (rates: readonly (number | null)[], amountMinor: number, ngnMinor: number): number | null => {
  const [rate = null, ...others] = new Set(rates);
  if (rate === null || others.length > 0) return null;
  const isFitting = Math.abs(amountMinor * rate - ngnMinor) <= rate + 0.005 * amountMinor + 2;
  return isFitting ? rate : null;
};
