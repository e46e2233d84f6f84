// The ledger postings that one change of an auction makes: what is taken from a balance and what goes back to it.
// Deposits, payments, refunds and penalties come from here alone, so each is booked once, with the change that causes
// it.
import type { AuctionEvent, Reversed, SaleRefunded, SettlementReopened } from "../events.ts";
import type { AuctionState, Person, Purchase, Received, Settlement } from "../state.ts";
import type { StateChange } from "../view/visibility.ts";

export const postingCauses = [
  "win-deposit",
  "purchase-deposit",
  "deposit-return",
  "payment",
  "payment-return",
  "payment-surplus",
  "payment-reversal",
  "win-forfeit",
  "buy-it-now-forfeit",
  "forfeit-return",
  "withdrawal",
  "refund-in-cash",
] as const;

export interface Posting {
  readonly person: Person;
  /** NGN kobo: below zero, it is taken from the balance. */
  readonly amountMinor: number;
  readonly cause: (typeof postingCauses)[number];
  readonly settlementId: string;
  /** An online payment's reference, under which the ledger books money once. */
  readonly reference: string | null;
}

/** False for nearly all changes, and quick, because it is asked for every bid. */
export const concernsMoney = ({ before, after, events }: StateChange): boolean =>
  before.settlement !== after.settlement ||
  before.purchase !== after.purchase ||
  before.secondChance !== after.secondChance ||
  events.some(({ type }) => type === "PaymentCredited" || type === "PurchasePardoned");

export const postingsOf = (change: StateChange): Posting[] => {
  const moved = [...change.events.flatMap((event) => ofEvent(event, change)), ...ofUndone(change)];
  return moved.filter(({ amountMinor }) => amountMinor !== 0);
};

const move = (
  person: Person,
  settlementId: string,
  amountMinor: number,
  cause: Posting["cause"],
  reference: string | null = null,
): Posting => ({ person, amountMinor, cause, settlementId, reference });

const ofEvent = (event: AuctionEvent, { before, after }: StateChange): Posting[] => {
  switch (event.type) {
    case "AuctionEnded":
    case "SettlementOpened": {
      const { winner, deposit } = event;
      return winner && deposit && after.settlement
        ? [move(winner, after.settlement.id, -deposit.takenMinor, "win-deposit")]
        : [];
    }
    case "BuyItNowStarted":
      return event.deposit ? [move(event.buyer, event.purchaseId, -event.deposit.takenMinor, "purchase-deposit")] : [];
    case "PaymentReceived":
      return event.method === "balance" ? [move(event.payer, event.settlementId, -event.ngnMinor, "payment")] : [];
    case "PaymentCredited": {
      const reference = event.method === "online" ? event.reference : null;
      return [move(event.payer, event.settlementId, event.ngnMinor, "payment-surplus", reference)];
    }
    case "BidsVoided": {
      const { settlement } = before;
      if (!settlement) return [];
      const { winner, id, depositMinor } = settlement;
      const ofDeposit = event.deposit ? depositMinor - event.deposit.takenMinor : 0;
      return [
        move(winner, id, ofDeposit, "deposit-return"),
        move(winner, id, event.refund?.ngnMinor ?? 0, "payment-return"),
      ];
    }
    case "SettlementForfeited": {
      const { settlement } = before;
      const returned = settlement ? returnsOf(event.winner, settlement) : [];
      return [...returned, move(event.winner, event.settlementId, -event.penaltyMinor, "win-forfeit")];
    }
    case "PurchaseForfeited": {
      const returned = before.purchase ? returnsOf(event.buyer, before.purchase) : [];
      return [...returned, move(event.buyer, event.purchaseId, -event.penaltyMinor, "buy-it-now-forfeit")];
    }
    case "SettlementWaived":
      return before.settlement ? returnsOf(event.winner, before.settlement) : [];
    case "PurchaseWaived":
      return before.purchase ? returnsOf(event.buyer, before.purchase) : [];
    case "PaymentsReversed":
      return [move(event.payer, event.settlementId, -(event.reversed.takenMinor ?? 0), "payment-reversal")];
    case "SomePaymentsReversed":
      return [move(event.payer, event.settlementId, -event.takenMinor, "payment-reversal")];
    case "SaleRefunded":
      return ofRefunded(event, before);
    case "PurchaseReopened":
      return ofReversed(event.buyer, event.purchaseId, event.reversed);
    case "SettlementReopened":
      return ofReopened(event, before);
    case "PurchasePardoned":
      return [move(event.buyer, event.purchaseId, event.penaltyMinor, "forfeit-return")];
    default:
      return [];
  }
};

/**
 * A transfer leaves the balance in the same change, as a withdrawal that waits for its approval; cash leaves it for good.
 */
const ofRefunded = (event: SaleRefunded, { settlement, purchase }: AuctionState): Posting[] => {
  const { payer, settlementId, paidNgnMinor, transfer, cashNgnMinor = 0 } = event;
  const deposit = settlement?.id === settlementId ? settlement.depositMinor : (purchase?.depositMinor ?? 0);
  return [
    move(payer, settlementId, deposit, "deposit-return"),
    move(payer, settlementId, paidNgnMinor, "payment-return"),
    ...(transfer
      ? [move(payer, settlementId, -transfer.ngnMinor, "withdrawal", `withdrawal-${transfer.withdrawalId}`)]
      : []),
    move(payer, settlementId, -cashNgnMinor, "refund-in-cash"),
  ];
};

const ofReopened = (event: SettlementReopened, { settlement }: AuctionState): Posting[] => {
  const { winner, settlementId, reversed, deposit } = event;
  if (event.from === "paid") return ofReversed(winner, settlementId, reversed);
  return [
    move(winner, settlementId, settlement?.penaltyMinor ?? 0, "forfeit-return"),
    move(winner, settlementId, -(deposit?.takenMinor ?? 0), "win-deposit"),
  ];
};

/** In events from before there were payments nothing is said. */
const ofReversed = (person: Person, settlementId: string, reversed?: Reversed): Posting[] => [
  move(person, settlementId, reversed?.ngnMinor ?? 0, "payment-return"),
  move(person, settlementId, -(reversed?.takenMinor ?? 0), "payment-reversal"),
];

/**
 * A settlement or a purchase that the change undid without an event of its own: a reopening, a cancellation, a void.
 */
const ofUndone = (change: StateChange): Posting[] => {
  const { settlement, purchase } = undoneBy(change);
  return [
    ...(settlement ? returnsOf(settlement.winner, settlement) : []),
    ...(purchase ? returnsOf(purchase.buyer, purchase) : []),
  ];
};

/** The settlement and the purchase that the change made void. */
export const undoneBy = ({
  before,
  after,
  events,
}: StateChange): { readonly settlement: Settlement | null; readonly purchase: Purchase | null } => {
  const { settlement, purchase } = before;
  // A refund gives the money back itself.
  if (events.some(({ type }) => type === "SaleRefunded")) return { settlement: null, purchase: null };
  const isHeld = settlement?.status === "open" || settlement?.status === "paid";
  const isVoid = purchase !== null && events.some(({ type }) => type === "PurchaseVoided");
  return {
    settlement: isHeld && after.settlement?.id !== settlement.id ? settlement : null,
    purchase: isVoid ? purchase : null,
  };
};

/**
 * Returns the lot's winner if the change undid their win (open or paid) or their paid purchase; otherwise null. The
 * buyer of an unpaid purchase is not the winner.
 */
export const undoneWinner = (change: StateChange): Person | null => {
  const { settlement, purchase } = undoneBy(change);
  const person = settlement?.winner ?? purchase?.buyer ?? null;
  return person && person.id === change.before.winner?.id ? person : null;
};

const returnsOf = (
  person: Person,
  { id, depositMinor, paidNgnMinor }: Received & { readonly id: string },
): Posting[] => [move(person, id, depositMinor, "deposit-return"), move(person, id, paidNgnMinor, "payment-return")];
