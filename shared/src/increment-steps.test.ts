import { expect, it } from "vitest";
import {
  incrementAtMinor,
  suggestedIncrement,
  toMajorSteps,
  toMinorSteps,
  usualIncrements,
} from "./increment-steps.ts";
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

it("is the same for a price in minor units, and a step's end belongs to the next step", () => {
  const steps = toMinorSteps(usualIncrements.USD);
  expect(toMajorSteps(steps)).toEqual(usualIncrements.USD);
  for (const priceMinor of [1, 999, 1_000, 2_999, 3_000, 1_999_999, 2_000_000, 1e12]) {
    expect(incrementAtMinor(steps, priceMinor) / 100).toBe(suggestedIncrement(priceMinor / 100, "USD"));
  }
  expect([999, 1_000].map((priceMinor) => incrementAtMinor(steps, priceMinor))).toEqual([50, 100]);
});
