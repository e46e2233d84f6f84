import { expect, it } from "vitest";
import { outcomeWords } from "./outcome-words.ts";

type Lot = Parameters<typeof outcomeWords>[0];
const lot: Lot = {
  ...{ status: "ended", winner: null, leader: { username: "ada" }, bidCount: 3, reserveMet: false },
  ...{ currentPrice: 40_000, currency: "NGN", reservePrice: 50_000 },
};

it.each([
  [{ winner: { username: "ada" }, reserveMet: true }, "Sold ₦40,000.00 to ada"],
  [{ status: "sold", winner: { username: "ada" } }, "Sold ₦40,000.00 to ada"],
  [{ status: "sold" }, "Sold, no buyer recorded"],
  [{}, "Unsold, reserve ₦50,000.00, high bid ₦40,000.00 by ada"],
  [{ reservePrice: undefined }, "Unsold, reserve not met, high bid ₦40,000.00 by ada"],
  [{ reserveMet: true, reservePrice: null }, "Unsold, high bid ₦40,000.00 by ada"],
  [{ leader: null, bidCount: 0 }, "No bids"],
  [{ status: "active" }, null],
  [{ status: "cancelled" }, null],
] as const)("says the outcome of a lot with %j", (change, words) => {
  expect(outcomeWords({ ...lot, ...change } as Lot)).toBe(words);
});
