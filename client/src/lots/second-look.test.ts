import { expect, it } from "vitest";
import { asksAboutBid, asksAboutMaximum, bindingFor, isBidAtOnce } from "./second-look.ts";

const lot = { minimumBid: 100, bidIncrement: 0.1, isLeading: false, hasReserve: false, reserveMet: true };

it.each([
  [100.49, {}, false],
  [100.5, {}, true],
  [100, { isLeading: true }, true],
  [100, { isLeading: true, hasReserve: true, reserveMet: true }, true],
  [100, { isLeading: true, hasReserve: true, reserveMet: false }, false],
  [100.5, { isLeading: true, hasReserve: true, reserveMet: false }, true],
])("asks again about a bid of %d, where %j: %s", (amount, change, asks) => {
  expect(asksAboutBid(amount, { ...lot, ...change })).toBe(asks);
});

it.each([
  [100.49, null, true, false],
  [100.5, null, true, true],
  [100.5, 100, true, true],
  [100.5, 100.5, true, false],
  [100.5, 200, true, false],
  [100, null, false, true],
])("asks again about a maximum of %d in place of %s, typed %s: %s", (amount, replaced, isTyped, asks) => {
  expect(asksAboutMaximum(amount, lot, replaced, isTyped)).toBe(asks);
});

it.each([
  [100, false, true],
  [100.01, false, false],
  [100, true, false],
])("calls a maximum of %d a bid at once, by a leader %s: %s", (maximum, isLeading, is) => {
  expect(isBidAtOnce(maximum, { ...lot, isLeading })).toBe(is);
});

it.each([
  [null, "Binding: if you win, you must pay ₦515,000.00."],
  [{ percent: 10, vatPercent: 7.5 }, "Binding: if you win, you must pay ₦570,362.50."],
])("names the total that the bidder must pay if the bid wins, with the buyer's premium %j", (buyersPremium, words) => {
  expect(bindingFor(515_000, { currency: "NGN", buyersPremium })).toBe(words);
});
