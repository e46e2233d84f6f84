// Checks the deposits of wins and purchases: each is taken once, as large as it must be, and is held, given back or kept.
import { type Books, causes, type Take } from "../books.ts";
import { check, firstOf, unlike } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { type Entries, eachMove } from "../postings.ts";
import type { Stored, StoredEntry, StoredMoney } from "../stored.ts";
import { ratesAt } from "./online-worth.ts";

/**
 * The time of a balance's change may differ by this much from the time of the auction's change that used the balance.
 */
const AROUND_MS = 1_000;

export const deposits = check(
  "deposits",
  "Each end with a winner, each Buy It Now and each settlement that is opened takes the lot's share of the price (usually " +
    "20%), or the balance if that is less, once and in the same commit; it is held, goes back, or the lot's share (usually " +
    "10%) is kept as a penalty",
  ({ auctions, stored }: Evidence, tally) => {
    const entries = eachMove(auctions, stored, causes.deposits, (id, wrong) => tally.tried(id, wrong));
    const moved = sumsOf(stored);
    const neverCame = reversedBookingsOf(stored);
    const outside = outsideOf(stored);
    for (const { id, books } of auctions.values()) {
      for (const { promise, wrong } of books.looked) if (promise === "deposits") tally.tried(id, wrong);
      for (const take of books.takes) {
        const wrong = amountDiffers(take, books, entries, stored);
        tally.tried(id, wrong && `revision ${take.row.revision} takes ${take.deposit.takenMinor} kobo: ${wrong}`);
      }
      const rows = [...(stored.settlements.get(id) ?? []), ...(stored.purchases.get(id) ?? [])];
      for (const row of rows) {
        const debt = books.debts.find((one) => one.id === row.id);
        if (!debt) continue;
        tally.tried(
          id,
          firstOf(
            unlike(`by the log, the deposit of ${row.id}`, debt.depositMinor, row.depositMinor),
            unlike(`by the log, what it counts for`, debt.depositWorthMinor, row.depositWorthMinor),
            !(debt.isPenaltyOld && row.penaltyMinor === null) &&
              unlike(`by the log, the penalty of ${row.id}`, debt.penaltyMinor, row.penaltyMinor),
            // An amount that went back may be rounded, or may have been paid outside the site.
            !debt.isLowered &&
              heldDiffers(
                row,
                // A refund also gives back what staff confirmed without saying how it came.
                (moved.get(row.id) ?? 0) + (debt.isRefunded ? (outside.get(row.id) ?? 0) : 0),
                neverCame.get(row.id) ?? 0,
              ),
          ),
        );
      }
    }
  },
);

const amountDiffers = (take: Take, books: Books, entries: Entries, stored: Stored): string | null => {
  const { deposit, priceMinor, currency, depositBasisPoints, isFree, row, debt } = take;
  const { takenMinor, worthMinor } = deposit;
  if (isFree) return takenMinor + worthMinor === 0 ? null : "it is sold by an administrator, which takes nothing";
  const share = Math.ceil((priceMinor * depositBasisPoints) / 10_000);
  const rates = currency === "NGN" ? [1] : ratesAt(stored.rates, row.at);
  const move = books.moves.find((one) => one.row === row && one.settlementId === debt.id && one.amountMinor < 0);
  const entry = move && entries.get(move);
  const balances = entry
    ? [entry.balanceAfterMinor + takenMinor]
    : balancesAround(stored.ledger.get(debt.personId), row.at);
  const isRight = rates.some((rate) => {
    const whole = Math.ceil(Number(((priceMinor * rate * depositBasisPoints) / 10_000).toFixed(4)));
    const worth = takenMinor === whole ? share : Math.min(share, Math.floor(Number((takenMinor / rate).toFixed(4))));
    return worth === worthMinor && balances.some((had) => takenMinor === Math.min(whole, Math.max(0, had)));
  });
  const had = balances.join(" or ");
  return isRight ? null : `of a price of ${priceMinor} and a balance of ${had}, counted as ${worthMinor}`;
};

const balancesAround = (entries: readonly StoredEntry[] = [], at: number): number[] => {
  const before = entries.findLast((entry) => entry.at < at - AROUND_MS)?.balanceAfterMinor ?? 0;
  const around = entries.filter((entry) => Math.abs(entry.at - at) <= AROUND_MS);
  return [before, ...around.map(({ balanceAfterMinor }) => balanceAfterMinor)];
};

/** The kobo that came in minus the kobo that went back, by the id of the settlement or purchase. */
const sumsOf = ({ ledger, payments }: Stored): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  const add = (id: string, amountMinor: number): void => void sums.set(id, (sums.get(id) ?? 0) + amountMinor);
  const moving: readonly string[] = [...causes.deposits, "payment", "payment-return"];
  for (const { settlementId, cause, amountMinor } of [...ledger.values()].flat()) {
    if (settlementId !== null && moving.includes(cause)) add(settlementId, -amountMinor);
  }
  for (const { settlementId, method, ngnMinor } of [...payments.values()].flat()) {
    if (method !== "balance" && method !== "outside") add(settlementId, ngnMinor);
  }
  return sums;
};

/** NGN kobo of the transfers and the cash that were reversed, by debt. */
const reversedBookingsOf = ({ payments }: Stored): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { settlementId, method, ngnMinor, reversedAt } of [...payments.values()].flat()) {
    const isBooked = method === "transfer" || method === "cash";
    if (isBooked && reversedAt !== null) sums.set(settlementId, (sums.get(settlementId) ?? 0) + ngnMinor);
  }
  return sums;
};

/** NGN kobo of the payments that staff confirmed without a method and did not reverse, by debt. */
const outsideOf = ({ payments }: Stored): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { settlementId, method, ngnMinor, reversedAt } of [...payments.values()].flat()) {
    if (method === "outside" && reversedAt === null) sums.set(settlementId, (sums.get(settlementId) ?? 0) + ngnMinor);
  }
  return sums;
};

const holding = new Set(["open", "pending", "paid"]);

/**
 * Uses the tables alone, whatever the log says. Reversed bookings never came; status changes of early versions gave them
 * back all the same.
 */
const heldDiffers = (row: StoredMoney, movedMinor: number, neverCameMinor: number): string | null => {
  const held = holding.has(row.status) ? row.depositMinor + row.paidNgnMinor : 0;
  if (held === movedMinor || held === movedMinor - neverCameMinor) return null;
  return `${row.id} is ${row.status} and holds ${held} kobo, and ${movedMinor} came in and did not go back`;
};
