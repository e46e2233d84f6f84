import { expect, it } from "vitest";
import { suggestedIncrement } from "./increment-steps.ts";
import { isWireAmount, MAX_AMOUNT } from "./money.ts";

it.each([
  [0.01, 50],
  [999.99, 50],
  [1_000, 100],
  [9_999, 200],
  [10_000, 500],
  [250_000, 10_000],
  [1_000_000, 50_000],
  [MAX_AMOUNT, 1_000_000],
])("suggests for a price of ₦%d an increment of ₦%d", (price, increment) => {
  expect(suggestedIncrement(price, "NGN")).toBe(increment);
});

it.each([
  [5, 0.5],
  [99, 2],
  [1_500, 50],
])("suggests for a price of $%d an increment of $%d", (price, increment) => {
  expect(suggestedIncrement(price, "USD")).toBe(increment);
});

it.each(["NGN", "USD"] as const)("never falls as the price in %s rises, and can always be sent", (currency) => {
  let before = 0;
  for (let price = 0.01; price <= MAX_AMOUNT; price *= 1.3) {
    const increment = suggestedIncrement(price, currency);
    expect(increment).toBeGreaterThanOrEqual(before);
    expect(isWireAmount(increment)).toBe(true);
    before = increment;
  }
});
