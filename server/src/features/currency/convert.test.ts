import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { convert, rateOf } from "./convert.ts";

const rates = { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 };

describe("converting", () => {
  it.each([
    [1000, "NGN", "USD", 1.2],
    [1, "USD", "NGN", 833.33],
    [0, "USD", "NGN", 0],
    [12.34, "NGN", "NGN", 12.34],
    [12.34, "USD", "USD", 12.34],
    [10_000_000_000, "NGN", "USD", 12_000_000],
    // 416.66 × 0.0012 = 0.499992; 420.83 × 0.0012 = 0.504996; 4 × 0.0012 = 0.0048
    [416.66, "NGN", "USD", 0.5],
    [420.83, "NGN", "USD", 0.5],
    [4, "NGN", "USD", 0],
    [5, "NGN", "USD", 0.01],
  ] as const)("converts %d %s to %s as %d", (amount, from, to, result) => {
    expect(convert(amount, from, to, rates)).toBe(result);
  });

  it("rounds half a cent up, also if binary numbers are just below it", () => {
    // 1 × 1.005 is 1.00499… in binary, 1 × 8.575 is 8.574999…
    expect(convert(1, "USD", "NGN", { ...rates, USD_TO_NGN: 1.005 })).toBe(1.01);
    expect(convert(1, "USD", "NGN", { ...rates, USD_TO_NGN: 8.575 })).toBe(8.58);
    expect(convert(0.5, "NGN", "USD", { ...rates, NGN_TO_USD: 0.01 })).toBe(0.01);
  });

  it("refuses a value that is not an amount", () => {
    expect(() => convert(0.001, "NGN", "USD", rates)).toThrow(RangeError);
    expect(() => convert(-1, "NGN", "USD", rates)).toThrow(RangeError);
  });

  it("uses the own rate of each direction", () => {
    expect(rateOf("NGN", "USD", fallbackRates)).toBe(0.0012);
    expect(rateOf("USD", "NGN", fallbackRates)).toBe(833.33);
    expect(rateOf("USD", "USD", fallbackRates)).toBe(1);
  });
});
