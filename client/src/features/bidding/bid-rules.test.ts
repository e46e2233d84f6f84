import { readPositive } from "@jara/shared/typed-amount";
import { describe, expect, it } from "vitest";
import { bidError } from "./bid-rules.ts";

const auction = { minimumBid: 2_475_000, currency: "NGN" as const };

describe("a typed bid", () => {
  // S293
  it.each(["", " ", "abc", "0", "-5", "1.005", "1e20", "10000000000.01", "Infinity"])(
    "is refused when it is no amount: %j",
    (typed) => {
      expect(bidError(typed, auction)).toMatch(/^Please enter a valid bid amount($|\. )/);
    },
  );

  it("is refused with the reason when it can mean two amounts, and never taken as the smaller one", () => {
    const why = "“1.500” can mean 1.50 or 1,500. Type it without “.”, or with two decimals after a point";
    expect(bidError("1.500", { minimumBid: 1, currency: "NGN" })).toBe(`Please enter a valid bid amount. ${why}`);
    expect(bidError("2.500.000", auction)).toBeNull();
    expect(bidError("2,5m", auction)).toBeNull();
  });

  it("is refused below the minimum next bid, with the minimum in the error", () => {
    expect(bidError("2474999.99", auction)).toBe("Bid must be at least ₦2,475,000.00");
    expect(bidError("100.99", { minimumBid: 101, currency: "USD" })).toBe("Bid must be at least $101.00");
  });

  // S294
  it("is accepted at exactly the minimum next bid", () => {
    expect(bidError("2475000", auction)).toBeNull();
    expect(readPositive(" 2475000.50 ")).toBe(2_475_000.5);
  });
});
