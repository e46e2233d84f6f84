// Tests the examples of what a sale brings its seller.
import { describe, expect, it } from "vitest";
import { saleAt } from "../../lots/sale-at.ts";
import { commissionWords } from "./what-you-get.tsx";

const terms = {
  commissionPercent: 10,
  leastCommission: 20_000,
  vatPercent: 7.5,
  charges: [{ text: "Transport", amount: 2_500 }],
};

describe("what a sale brings its seller", () => {
  it("is the price less commission, VAT and charges", () => {
    expect(saleAt(500_000, terms)).toEqual({
      net: 443_750,
      taken: [
        ["Commission", 50_000],
        ["VAT on the commission", 3_750],
        ["Transport", 2_500],
      ],
    });
  });

  it("has the least commission for a low price, and is never below zero", () => {
    expect(saleAt(100_000, terms)).toMatchObject({
      net: 76_000,
      taken: [
        ["Commission", 20_000],
        ["VAT on the commission", 1_500],
        ["Transport", 2_500],
      ],
    });
    expect(saleAt(10_000, terms)).toEqual({ net: 0, taken: [["Commission", 10_000]] });
  });

  it("names the least commission only where there is one", () => {
    const money = (amount: number) => `₦${amount}`;
    expect(commissionWords(terms, money)).toBe("10% of the winning bid, at least ₦20000");
    expect(commissionWords({ ...terms, leastCommission: 0 }, money)).toBe("10% of the winning bid");
  });
});
