import { MAX_AMOUNT, toMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { quickAmounts } from "./quick-amounts.ts";

describe("the amounts that one tap fills in", () => {
  it("are the minimum and two rounder steps above it", () => {
    expect(quickAmounts(2_475_000, 25_000)).toEqual([2_475_000, 2_500_000, 2_550_000]);
    expect(quickAmounts(2_525_000, 25_000)).toEqual([2_525_000, 2_550_000, 2_600_000]);
    expect(quickAmounts(101, 1)).toEqual([101, 102, 104]);
    expect(quickAmounts(2_000_001, 1)).toEqual([2_000_001, 2_020_000, 2_050_000]);
  });

  it("stay exact when the increment is one kobo", () => {
    expect(quickAmounts(0.3, 0.01)).toEqual([0.3, 0.31, 0.32]);
  });

  it("rise by at least one increment each, whatever the price", () => {
    for (const increment of [0.01, 0.07, 1, 2.5, 33.33, 500, 7001]) {
      for (const minimum of [0.02, 1, 19.99, 100, 999.99, 12_345.67, 1_000_000, 987_654_321.01]) {
        const amounts = quickAmounts(minimum, increment).map(toMinor);
        expect(amounts).toHaveLength(3);
        for (const [index, amount] of amounts.entries()) {
          if (index > 0) expect(amount - (amounts[index - 1] ?? 0)).toBeGreaterThanOrEqual(toMinor(increment));
        }
      }
    }
  });

  it("never exceed the largest amount of a bid", () => {
    expect(quickAmounts(MAX_AMOUNT, 1)).toEqual([MAX_AMOUNT]);
  });
});
