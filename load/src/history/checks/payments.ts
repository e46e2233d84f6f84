// Checks payments towards wins and purchases: each is booked once, and a sale is paid if and only if nothing remains.
import { toMinor } from "@jara/shared/money";
import { type Booked, causes, type Debt, isHeld } from "../books.ts";
import { check, firstOf, unlike } from "../check.ts";
import type { Auction, Evidence } from "../evidence.ts";
import { eachMove } from "../postings.ts";
import type { Stored, StoredOnline, StoredPayment } from "../stored.ts";
import { worthDiffers } from "./online-worth.ts";

type Tried = (auctionId: string, wrong: string | null) => void;

export const payments = check(
  "payments",
  "Each payment of the log is booked once and moves a balance once; a win or purchase is paid exactly when nothing " +
    "remains, is never paid above its total, and is not forfeited once it is paid; an online payment counts once, at the promised rate while the promise holds and at the present one afterwards; what is " +
    "taken back goes back once; a refund gives back all that was paid, once; a sale has one debt",
  ({ auctions, stored, effects, calls }: Evidence, tally) => {
    const tried: Tried = (id, wrong) => tally.tried(id, wrong);
    eachMove(auctions, stored, causes.payments, tried);
    const seen = referencesIn(stored);
    for (const [key, { auctionId, row, before }] of effects) {
      const invocation = calls.get(key)?.invocation;
      if (invocation?.command !== "payment:book" || before?.currency !== "NGN") continue;
      const came = row.events.reduce((sum, event) => sum + ("ngnMinor" in event ? event.ngnMinor : 0), 0);
      const wrong = `revision ${row.revision} books ${came} kobo of ${invocation.paid} naira that came`;
      tally.tried(auctionId, came === toMinor(invocation.paid) ? null : wrong);
    }
    for (const auction of auctions.values()) {
      const { id, books } = auction;
      for (const { promise, wrong } of books.looked) if (promise === "payments") tally.tried(id, wrong);
      for (const step of auction.steps) {
        const online = stored.online.get(id) ?? [];
        if (online.length > 0) tried(id, worthDiffers(step, online, stored));
      }
      eachBooked(auction, stored, tried);
      for (const { row, personId, withdrawalId, ngnMinor } of books.sent) {
        const withdrawal = stored.withdrawals.find((one) => one.id === withdrawalId);
        const isRight = withdrawal?.userId === personId && withdrawal.amountMinor === ngnMinor;
        const wrong = `revision ${row.revision} sends ${ngnMinor} kobo by withdrawal ${withdrawalId}, which is not stored so`;
        tried(id, isRight ? null : wrong);
      }
      eachDebt(auction, stored, tried);
      for (const [reference, counted] of seen.get(id) ?? []) tally.tried(id, countsDiffer(reference, counted));
    }
  },
);

const eachBooked = ({ id, steps, books }: Auction, stored: Stored, tried: Tried): void => {
  const left = [...(stored.payments.get(id) ?? [])];
  const actors = new Map(steps.map(({ row }) => [row.revision, row.actorId]));
  for (const one of books.booked) {
    const { row, event } = one;
    // Two payments of one time can have the same facts, and one of them may be taken back.
    const same = left.findIndex((payment) => isOf(payment, one) && payment.reversedAt === one.reversedAt);
    const index = same < 0 ? left.findIndex((payment) => isOf(payment, one)) : same;
    const [payment] = index < 0 ? [] : left.splice(index, 1);
    const what = `revision ${row.revision} receives ${event.amountMinor} (${event.method})`;
    const bookedBy =
      event.method === "balance" || event.method === "online" ? null : (actors.get(row.revision) ?? null);
    tried(
      id,
      firstOf(
        !payment && `${what}, and no payment is stored`,
        payment && unlike(`${what}: who booked it`, bookedBy, payment.bookedBy),
        payment && unlike(`${what}: when it was taken back`, one.reversedAt, payment.reversedAt),
      ),
    );
  }
  for (const payment of left) {
    tried(id, `payment ${payment.id} of ${payment.amountMinor} (${payment.method}) comes from no change of the log`);
  }
};

const isOf = (payment: StoredPayment, { row, event }: Booked): boolean =>
  payment.settlementId === event.settlementId &&
  payment.payerId === event.payer.id &&
  payment.method === event.method &&
  payment.amountMinor === event.amountMinor &&
  payment.ngnMinor === event.ngnMinor &&
  payment.reference === event.reference &&
  payment.at === row.at;

/** Rows against the books, and against the payments that are stored for them. */
const eachDebt = ({ id, books }: Auction, stored: Stored, tried: Tried): void => {
  const booked = stored.payments.get(id) ?? [];
  const settlements = (stored.settlements.get(id) ?? []).map((row) => ({
    ...row,
    totalMinor: row.amountMinor + row.premiumMinor + row.vatMinor,
  }));
  const purchases = (stored.purchases.get(id) ?? []).map((row) => ({
    ...row,
    totalMinor: row.priceMinor + row.feeMinor,
  }));
  const rows = [...settlements, ...purchases];
  /** Opened since there are deposits. */
  const isNew = (debt: Debt | undefined): boolean => books.takes.some((take) => take.debt === debt);
  for (const row of rows) {
    const debt = books.debts.find((one) => one.id === row.id);
    if (!debt) continue;
    const receivedMinor = row.depositWorthMinor + row.paidMinor;
    const counting = booked.filter(({ settlementId, reversedAt }) => settlementId === row.id && reversedAt === null);
    const sum = counting.reduce((total, { amountMinor }) => total + amountMinor, 0);
    const isPaid = row.status === "paid" && isNew(debt);
    tried(
      id,
      firstOf(
        unlike(`by the log, what was paid of ${row.id}`, debt.paidMinor, row.paidMinor),
        unlike(`by the log, what of it goes back`, debt.paidNgnMinor, row.paidNgnMinor),
        receivedMinor > row.totalMinor && `${row.id} is paid ${receivedMinor} of ${row.totalMinor}`,
        isPaid &&
          receivedMinor !== row.totalMinor &&
          `${row.id} is called paid at ${receivedMinor} of ${row.totalMinor}`,
        (row.status === "open" || row.status === "pending") &&
          receivedMinor >= row.totalMinor &&
          `${row.id} is open, of which nothing remains`,
        isHeld(debt) &&
          !debt.isLowered &&
          sum !== row.paidMinor &&
          `${row.id} is paid ${row.paidMinor}, and payments come to ${sum}`,
      ),
    );
  }
  const current = rows.filter(({ id: rowId, status }) => {
    return (
      status === "open" ||
      status === "pending" ||
      (status === "paid" && isNew(books.debts.find((one) => one.id === rowId)))
    );
  });
  tried(id, current.length > 1 ? `${current.length} debts are current: ${current.map((row) => row.id)}` : null);
};

/** An online payment counted for these kobo. `booked`: as payments; `credited`: as credits to a balance. */
interface Counted {
  readonly booked: number[];
  readonly credited: number[];
  /** Null if the database does not know how much came. */
  online: StoredOnline | null;
}

/** The online payments of each auction, by their references. */
const referencesIn = ({ online, payments: booked, ledger }: Stored): Map<string, Map<string, Counted>> => {
  const found = new Map<string, Map<string, Counted>>();
  const of = (auctionId: string, reference: string): Counted => {
    const known = found.get(auctionId) ?? new Map<string, Counted>();
    found.set(auctionId, known);
    const counted = known.get(reference) ?? { booked: [], credited: [], online: null };
    known.set(reference, counted);
    return counted;
  };
  for (const row of [...online.values()].flat()) of(row.auctionId, row.reference).online = row;
  for (const { auctionId, method, reference, ngnMinor } of [...booked.values()].flat()) {
    if (method === "online" && reference !== null) of(auctionId, reference).booked.push(ngnMinor);
  }
  for (const { auctionId, reference, amountMinor } of [...ledger.values()].flat()) {
    if (auctionId !== null && reference !== null) of(auctionId, reference).credited.push(amountMinor);
  }
  return found;
};

/** One part of it may count for the settlement, and the rest goes to the balance. */
const countsDiffer = (reference: string, { booked, credited, online }: Counted): string | null => {
  const counts = [...booked, ...credited];
  const what = `online payment ${reference} counts ${counts.join(" and ") || "nothing"}`;
  const sum = counts.reduce((total, count) => total + count, 0);
  return firstOf(
    (booked.length > 1 || credited.length > 1) && what,
    online?.status === "paid" && sum !== online.amountMinor && `${what}, and ${online.amountMinor} came`,
    online && online.status !== "paid" && sum !== 0 && `${what}, and is ${online.status}`,
  );
};
