// Tests percentages and shares, which server and client compute alike (shared/src/basis-points.ts).

import { type BasisPoints, isWirePercent, shareOfMinor, toBasisPoints, toPercent } from "@jara/shared/basis-points";
import { MAX_AMOUNT, type Minor } from "@jara/shared/money";
import { inNairaMinor, shareInNaira } from "@jara/shared/naira";
import { toLotRules, toPercentRules, toStoredRules } from "@jara/shared/payment-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const rates = { NGN_TO_USD: 0.0012, USD_TO_NGN: 1_550.75 };
const amounts = fc.integer({ min: 0, max: MAX_AMOUNT * 100 }).map((amount) => amount as Minor);
const shares = fc.integer({ min: 0, max: 10_000 }).map((points) => points as BasisPoints);

describe("a percentage", () => {
  it.each([0, 0.01, 0.29, 7, 7.1, 7.25, 7.5, 19.99, 20, 100])(
    "of %s has at most two decimals and survives both ways",
    (percent) => {
      expect(isWirePercent(percent)).toBe(true);
      expect(toPercent(toBasisPoints(percent))).toBe(percent);
    },
  );

  it.each([7.125, 0.001, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-7, 1e21])("of %s is refused", (percent) => {
    expect(isWirePercent(percent)).toBe(false);
    expect(() => toBasisPoints(percent)).toThrow(RangeError);
  });

  it("is the same after each way through the wire", () => {
    fc.assert(fc.property(shares, (points) => toBasisPoints(toPercent(points)) === points));
  });
});

describe("the share of an amount", () => {
  it("is exact, rounded up, never negative, and never more than the whole", () => {
    fc.assert(
      fc.property(amounts, shares, (amount, points) => {
        const share = shareOfMinor(amount, points);
        const exact = (BigInt(amount) * BigInt(points) + 9_999n) / 10_000n;
        expect(BigInt(share)).toBe(exact);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(amount);
        expect(shareInNaira(amount, "NGN", rates, points)).toBe(share);
      }),
    );
  });

  it("of dollars is in naira never negative, and never more than the whole", () => {
    fc.assert(
      fc.property(amounts, shares, (amount, points) => {
        const share = shareInNaira(amount, "USD", rates, points);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(inNairaMinor(amount, "USD", rates));
      }),
    );
  });
});

describe("stored rules", () => {
  const percents = {
    depositPercent: 12.34,
    feePercent: 7.5,
    forfeitPercent: 0.29,
    premiumPercent: 10.01,
    vatPercent: 7.5,
    paymentDays: 3,
  };
  it("of an older server, which has percentages alone, are read without loss", () => {
    expect(toLotRules(percents)).toMatchObject({
      depositBasisPoints: 1_234,
      feeBasisPoints: 750,
      forfeitBasisPoints: 29,
      premiumBasisPoints: 1_001,
      vatBasisPoints: 750,
    });
    expect(toPercentRules(toLotRules(percents))).toEqual(percents);
  });

  it("have both, because an older server reads the percentages, and keep their version", () => {
    const stored = toStoredRules({ ...toLotRules(percents), version: 4 });
    expect(stored).toMatchObject({ ...percents, feeBasisPoints: 750, version: 4 });
    expect(toLotRules(stored)).toEqual(toLotRules(percents));
  });
});
