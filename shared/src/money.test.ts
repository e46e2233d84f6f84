import { describe, expect, it } from "vitest";
import { requiredBalanceMinor } from "./bidding-rules.ts";
import {
  asMinor,
  convertForDisplay,
  fallbackRates,
  formatMoney,
  isWireAmount,
  MAX_AMOUNT,
  toMajor,
  toMinor,
} from "./money.ts";

describe("money on the wire", () => {
  it.each([
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [1234.5, 123450],
    [MAX_AMOUNT, 1_000_000_000_000],
    [9_999_999_999.99, 999_999_999_999],
  ])("converts %d to %d minor units and back", (amount, minor) => {
    expect(toMinor(amount)).toBe(minor);
    expect(toMajor(minor)).toBe(amount);
  });

  it.each([0.001, 1.999, 1e-7, -1, Number.NaN, Number.POSITIVE_INFINITY, MAX_AMOUNT + 0.01, 1e21])(
    "rejects %d as an amount",
    (amount) => {
      expect(isWireAmount(amount)).toBe(false);
      expect(() => toMinor(amount)).toThrow(RangeError);
    },
  );

  it("converts every kobo up to 20,000.00, and around large amounts, in both directions without loss", () => {
    const lost: number[] = [];
    const look = (minor: number) => toMinor(toMajor(minor)) !== minor && lost.push(minor);
    for (let minor = 0; minor <= 2_000_000; minor++) look(minor);
    for (let minor = 999_999_900_000; minor <= 1_000_000_000_000; minor++) look(minor);
    expect(lost).toEqual([]);
  }, 60_000);

  it("accepts only whole minor units", () => {
    expect(() => asMinor(1.5)).toThrow(RangeError);
  });

  // S001
  it("always shows two decimals, with the currency's sign", () => {
    expect(formatMoney(1234567.5, "NGN")).toBe("₦1,234,567.50");
    expect(formatMoney(0, "USD")).toBe("$0.00");
    expect(formatMoney(-20, "NGN")).toBe("-₦20.00");
  });

  // S451
  it("converts naira to dollars and leaves any other pair unchanged", () => {
    expect(convertForDisplay(10_000, "NGN", "USD", fallbackRates)).toBe(12);
    expect(convertForDisplay(10, "USD", "NGN", fallbackRates)).toBe(10);
    expect(convertForDisplay(10, "NGN", "NGN", fallbackRates)).toBe(10);
  });
});

describe("the balance that a bid needs", () => {
  it("is a fifth of the amount, rounded up to a kobo", () => {
    expect(requiredBalanceMinor(1000, "NGN", fallbackRates)).toBe(200);
    expect(requiredBalanceMinor(1001, "NGN", fallbackRates)).toBe(201);
  });

  it("is converted to naira for a dollar auction, without an error from binary fractions", () => {
    expect(requiredBalanceMinor(100, "USD", fallbackRates)).toBe(16_667);
    expect(requiredBalanceMinor(1500, "USD", { ...fallbackRates, USD_TO_NGN: 0.1 })).toBe(30);
  });
});
