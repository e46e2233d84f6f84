import { expect, it } from "vitest";
import { outcomeWords } from "./outcome-words.ts";

type Lot = Parameters<typeof outcomeWords>[0];
const lot: Lot = {
  status: "ended",
  winner: null,
  leader: { username: "ada" },
  bidCount: 3,
  hasReserve: true,
  reserveMet: false,
  currentPrice: 40_000,
  currency: "NGN",
  reservePrice: 50_000,
};
const sold = { outcome: "sold", winner: { username: "ada" } };

it.each([
  [sold, "Sold ₦40,000.00 to ada"],
  [{ ...sold, status: "sold" }, "Sold ₦40,000.00 to ada"],
  [{ outcome: "sold", status: "sold" }, "Sold, no buyer recorded"],
  [{ outcome: "not-paid" }, "Unsold, not paid, high bid ₦40,000.00 by ada"],
  [{ outcome: "waived" }, "Unsold, payment waived, high bid ₦40,000.00 by ada"],
  [{ outcome: "refunded" }, "Refunded, high bid ₦40,000.00 by ada"],
  [{ outcome: "reserve-not-met" }, "Unsold, reserve ₦50,000.00, high bid ₦40,000.00 by ada"],
  [{ outcome: "reserve-not-met", reservePrice: undefined }, "Unsold, reserve not met, high bid ₦40,000.00 by ada"],
  [{ outcome: "no-winner" }, "Unsold, no winner, high bid ₦40,000.00 by ada"],
  [{ outcome: "no-bids", leader: null, bidCount: 0 }, "Unsold, no bids"],
  [{ outcome: null, status: "active" }, null],
  [{ outcome: "cancelled", status: "cancelled" }, null],
  // The row was read before the lot ended.
  [{ outcome: null }, "Unsold, reserve ₦50,000.00, high bid ₦40,000.00 by ada"],
  [{ outcome: null, winner: { username: "ada" } }, "Sold ₦40,000.00 to ada"],
  // A reader with an interest in the lot gets no outcome.
  [{}, "Unsold, reserve ₦50,000.00, high bid ₦40,000.00 by ada"],
  [{ reserveMet: true }, "Unsold, no winner, high bid ₦40,000.00 by ada"],
] as const)("says the outcome of a lot with %j", (change, words) => {
  expect(outcomeWords({ ...lot, ...change } as Lot)).toBe(words);
});
