// Adds up what an auction's log says of each person's money: what was taken from the balance and came from outside is
// held, or was a penalty.
import { expect } from "vitest";
import type { Reversed } from "../../src/auction/events.ts";
import { postingsOf } from "../../src/auction/settlement/postings.ts";
import type { AuctionState, Purchase, Settlement } from "../../src/auction/state.ts";
import type { Step } from "../../src/engine/reads/replay-log.ts";

/** Sums one person's money on this auction, in NGN kobo. */
interface Account {
  /** Sum of the ledger postings: below zero, it was taken. */
  moved: number;
  /** Money from outside: online, by transfer, in cash, and payments confirmed without a method that were returned. */
  came: number;
  penalties: number;
}

/** Throws unless everybody's account adds up after every step. Returns the accounts after the last. */
export const accountsIn = (steps: readonly Step[]): ReadonlyMap<string, Account> => {
  const accounts = new Map<string, Account>();
  const of = (id: string): Account => {
    const account = accounts.get(id) ?? { moved: 0, came: 0, penalties: 0 };
    accounts.set(id, account);
    return account;
  };
  let outsideMinor = 0;
  /** Money that staff booked for each debt, with what voids paid out of money from outside. */
  const booked = new Map<string, number>();
  const addBooked = (id: string, ngnMinor: number) => booked.set(id, (booked.get(id) ?? 0) + ngnMinor);
  const takeBack = (owed: Settlement | Purchase | null, { ngnMinor, takenMinor }: Reversed): number => {
    const neverCame = paidOf(owed) - ngnMinor + (takenMinor ?? 0);
    if (owed) {
      expect(neverCame, "a reversal takes back all that booked money put on the balance").toBe(
        booked.get(owed.id) ?? 0,
      );
      booked.delete(owed.id);
    }
    return neverCame;
  };
  for (const step of steps) {
    for (const { person, amountMinor } of postingsOf(step)) of(person.id).moved += amountMinor;
    for (const event of step.events) {
      if (event.type === "PaymentReceived" || event.type === "PaymentCredited") {
        if (event.method === "outside") outsideMinor += event.ngnMinor;
        else if (event.method !== "balance") of(event.payer.id).came += event.ngnMinor;
        if (event.method === "transfer" || event.method === "cash") addBooked(event.settlementId, event.ngnMinor);
      } else if (event.type === "SettlementForfeited") of(event.winner.id).penalties += event.penaltyMinor;
      else if (event.type === "PurchaseForfeited") of(event.buyer.id).penalties += event.penaltyMinor;
      else if (event.type === "PurchasePardoned") of(event.buyer.id).penalties -= event.penaltyMinor;
      else if (event.type === "SettlementReopened") {
        of(event.winner.id).penalties -= step.before.settlement?.penaltyMinor ?? 0;
        // A reversal treats the payments that an administrator had booked as never received.
        if (event.reversed) of(event.winner.id).came -= takeBack(step.before.settlement, event.reversed);
        else if (!event.keepsPayments) booked.delete(event.settlementId);
      } else if (event.type === "SomePaymentsReversed") {
        let neverCame: number = event.takenMinor;
        for (const { method, ngnMinor } of event.payments) neverCame += method === "outside" ? 0 : ngnMinor;
        of(event.payer.id).came -= neverCame;
        addBooked(event.settlementId, -neverCame);
      } else if (event.type === "PurchaseReopened" && !event.keepsPayments) {
        of(event.buyer.id).came -= takeBack(step.before.purchase, event.reversed);
      } else if (event.type === "BidsVoided" && event.refund && step.before.settlement) {
        const { winner, depositMinor } = step.before.settlement;
        const returned = event.refund.ngnMinor + (event.deposit ? depositMinor - event.deposit.takenMinor : 0);
        const fromOutside = returned - (heldOf(step.before, winner.id) - heldOf(step.after, winner.id));
        expect(fromOutside, "a refund is at most what came").toBeLessThanOrEqual(outsideMinor);
        expect(fromOutside).toBeGreaterThanOrEqual(0);
        of(winner.id).came += fromOutside;
        addBooked(step.before.settlement.id, fromOutside);
        outsideMinor -= fromOutside;
      } else if (event.type === "SaleRefunded") {
        // Money from outside goes back too, and a transfer or cash leaves the site.
        const held = heldOf(step.before, event.payer.id) - heldOf(step.after, event.payer.id);
        const { settlement, purchase } = step.before;
        const depositMinor = settlement?.depositMinor ?? purchase?.depositMinor ?? 0;
        const fromOutside = depositMinor + event.paidNgnMinor - held;
        expect(fromOutside, "a refund is at most what came").toBeLessThanOrEqual(outsideMinor);
        expect(fromOutside).toBeGreaterThanOrEqual(0);
        of(event.payer.id).came += fromOutside - (event.transfer?.ngnMinor ?? event.cashNgnMinor ?? 0);
        outsideMinor -= fromOutside;
        booked.delete(event.settlementId);
      } else if (event.type === "PaymentsReversed") {
        const { ngnMinor, takenMinor = 0 } = event.reversed;
        of(event.payer.id).came -= ngnMinor + takenMinor;
        addBooked(event.settlementId, -ngnMinor - takenMinor);
      }
    }
    for (const [id, { moved, came, penalties }] of accounts) {
      expect(came - moved, `the account of ${id} after ${step.events.map(({ type }) => type)}`).toBe(
        heldOf(step.after, id) + penalties,
      );
    }
  }
  return accounts;
};

const paidOf = (owed: Settlement | Purchase | null): number => owed?.paidNgnMinor ?? 0;

/** NGN kobo that the auction holds of a person: deposits, and payments that would go back. */
export const heldOf = ({ settlement, purchase }: AuctionState, userId: string): number => {
  const sum = (owed: Settlement | Purchase | null): number => (owed ? owed.depositMinor + owed.paidNgnMinor : 0);
  return (settlement?.winner.id === userId ? sum(settlement) : 0) + (purchase?.buyer.id === userId ? sum(purchase) : 0);
};
