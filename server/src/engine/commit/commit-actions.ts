// The records that a command of the staff leaves in the audit log.
import type { AuctionEvent, BidsVoided, PaymentReceived } from "../../auction/events.ts";
import type { Person } from "../../auction/state.ts";
import type { Change } from "../ports.ts";
import type { DebtRow } from "./commit-money.ts";

interface Action {
  /** The person whom the command affected; null if it affected the lot alone. */
  readonly person: Pick<Person, "id"> | null;
  readonly action: string;
  readonly details: object;
}

/** The records of a command of the staff, with the settlements and purchases that it changed. */
export const actionsOf = (change: Change, debts: readonly DebtRow[]): Action[] => {
  if (!change.isByStaff) return [];
  const named = change.events.flatMap((event) => namedAction(event));
  // This settlement or purchase changed without an event of its own: a sale paid it, or it is void.
  const others = debts
    .filter(({ debt }) => debt.status !== "open" && debt.status !== "pending" && debt.refund === null)
    .map(({ id, person, debt }) => ({
      person,
      action: `payment ${debt.isWaived ? "waived" : debt.status}`,
      details: { [debt.kind === "win" ? "settlementId" : "purchaseId"]: id, note: debt.note },
    }));
  return [...named, ...statusOf(change), ...others];
};

/** A change of the lot's status by staff. As a buyer, a member of the staff changes it like anybody else. */
const statusOf = ({ before, after, events }: Change): Action[] => {
  if (before.status === after.status || events.some(({ type }) => type === "BuyItNowStarted")) return [];
  return [{ person: null, action: "lot status", details: { from: before.status, to: after.status } }];
};

const namedAction = (event: AuctionEvent): Action[] => {
  switch (event.type) {
    case "AuctionEdited":
      return [{ person: null, action: "lot edited", details: { fields: Object.keys(event.changes) } }];
    case "AuctionRemoved":
      return [{ person: null, action: "lot removed", details: {} }];
    case "BidsVoided":
      // A bidder's own withdrawal is no act of staff.
      return event.reason === "withdrawn"
        ? []
        : [{ person: event.bidder, action: "bids voided", details: voided(event) }];
    case "MaxBidCancelled": {
      // The audit log shows this only once the lot is over.
      const details = { ...event.voided, bids: 0, isHidden: true };
      return event.voided ? [{ person: { id: event.ownerId }, action: "bids voided", details }] : [];
    }
    case "PaymentReceived":
      return [{ person: event.payer, action: "payment booked", details: booked(event) }];
    case "DeadlineExtended":
      return [{ person: event.winner, action: "payment extended", details: withoutPeople(event) }];
    case "PurchaseExtended":
      return [{ person: event.buyer, action: "payment extended", details: withoutPeople(event) }];
    case "SettlementReopened":
      return event.keepsPayments
        ? []
        : [{ person: event.winner, action: "payment reversed", details: withoutPeople(event) }];
    case "PaymentsReversed":
    case "SomePaymentsReversed":
      return [{ person: event.payer, action: "payment reversed", details: withoutPeople(event) }];
    case "SaleRefunded":
      return [{ person: event.payer, action: "sale refunded", details: withoutPeople(event) }];
    case "PurchaseReopened":
    case "PurchasePardoned":
      if ("keepsPayments" in event) return [];
      return [{ person: event.buyer, action: "payment reversed", details: withoutPeople(event) }];
    case "SecondChanceOffered": {
      const { leftOut: _, ...offer } = event;
      return [{ person: event.person, action: "second chance offered", details: withoutPeople(offer) }];
    }
    case "SettlementOpened":
      return [{ person: event.winner, action: `sold ${event.because}`, details: withoutPeople(event) }];
    default:
      return [];
  }
};

/**
 * The record names the person by id. A name in it would outlast the account, because no entry of the audit log changes.
 */
const withoutPeople = (event: AuctionEvent): object =>
  Object.fromEntries(
    Object.entries(event).filter(([, value]) => typeof value !== "object" || value === null || !("username" in value)),
  );

const voided = ({ reason, note, voided, fromBid }: BidsVoided) => ({
  reason,
  note,
  bids: voided.length,
  ...(fromBid !== undefined && { fromBid }),
});

const booked = ({ settlementId, method, amountMinor, ngnMinor, reference, note }: PaymentReceived) => ({
  settlementId,
  method,
  amountMinor,
  ngnMinor,
  reference,
  note,
});
