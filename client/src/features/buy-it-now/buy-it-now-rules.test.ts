import { fallbackRates } from "@jara/shared/money";
import { usualPercents } from "@jara/shared/payment-rules";
import { describe, expect, it } from "vitest";
import { hintOf, obstacleOf, termsOf, warningOf } from "./buy-it-now-rules.ts";

const now = Date.parse("2026-11-21T12:00:00.000Z");
const endsIn = (minutes: number) => ({
  endTime: new Date(now + minutes * 60_000).toISOString(),
  currentPrice: 100,
  buyItNowPrice: 500,
});
const rich = { balance: 20_000 };

describe("the terms of Buy It Now", () => {
  it("are the price, a fee of 5%, the total, 20% balance and a penalty of 10%", () => {
    expect(termsOf({ buyItNowPrice: 90_000, currency: "NGN" }, fallbackRates)).toEqual({
      ...usualPercents,
      price: 90_000,
      fee: 4500,
      total: 94_500,
      remaining: 76_500,
      required: 18_000,
      deposit: 18_000,
      penalty: 9000,
    });
  });

  it("use the lot's own percentages, while the required balance stays a fifth", () => {
    const rules = { depositPercent: 10, feePercent: 7.5, forfeitPercent: 15, paymentDays: 1 };
    expect(termsOf({ buyItNowPrice: 100_000, currency: "NGN", rules }, fallbackRates)).toEqual({
      ...rules,
      price: 100_000,
      fee: 7_500,
      total: 107_500,
      remaining: 97_500,
      required: 20_000,
      deposit: 10_000,
      penalty: 15_000,
    });
  });

  it("are in dollars when the price is, except the required balance, which is in naira", () => {
    const terms = termsOf({ buyItNowPrice: 100, currency: "USD" }, { NGN_TO_USD: 0.001, USD_TO_NGN: 1000 });
    expect(terms).toMatchObject({ fee: 5, total: 105, deposit: 20, remaining: 85, penalty: 10, required: 20_000 });
  });

  it("are null without a Buy It Now price", () => {
    expect(termsOf({ buyItNowPrice: null, currency: "NGN" }, fallbackRates)).toBeNull();
  });
});

describe("the obstacle to a purchase", () => {
  it("is the time when one hour or less is left, to the millisecond", () => {
    expect(obstacleOf(endsIn(60), { required: 1 }, rich, now)).toBe("ending-soon");
    expect(obstacleOf(endsIn(60), { required: 1 }, rich, now - 1)).toBeNull();
  });

  it("is the balance when it is one kobo short", () => {
    expect(obstacleOf(endsIn(90), { required: 20_000 }, rich, now)).toBeNull();
    expect(obstacleOf(endsIn(90), { required: 20_000.01 }, rich, now)).toBe("insufficient-balance");
  });

  it("is the price once a bid has reached it", () => {
    const reached = { ...endsIn(90), currentPrice: 500 };
    expect(obstacleOf(reached, { required: 1 }, rich, now)).toBe("price-reached");
    expect(obstacleOf({ ...reached, currentPrice: 499.99 }, { required: 1 }, rich, now)).toBeNull();
    expect(hintOf("price-reached", 1)).toMatch(/bids have reached its price/);
  });

  it.each([
    ["conflict-of-interest", /an interest in it/],
    ["account-closing", /delete your account/],
    ["bids-voided", /no longer count/],
    ["unpaid-wins", /did not pay for lots/],
    ["purchase-open", /already have a purchase to pay/],
    ["forfeited-before", /did not pay a Buy It Now in the last 30 days/],
  ] as const)("is %s when the server names it, and has its own sentence", (reason, words) => {
    expect(obstacleOf(endsIn(90), { required: 1 }, rich, now, reason)).toBe(reason);
    expect(hintOf(reason, 1)).toMatch(words);
    expect(warningOf(reason, endsIn(90), 1, 1, now)).toMatch(words);
  });

  it("is judged by the page's newer data instead of the server's earlier answer", () => {
    expect(obstacleOf(endsIn(90), { required: 1 }, rich, now, "ending-soon")).toBeNull();
  });

  it("has the specification's sentence", () => {
    expect(hintOf("ending-soon", 1)).toBe("Not available when auction ends in 1 hour or less");
    expect(hintOf("insufficient-balance", 18_000)).toBe("Requires ₦18,000.00 balance (20% of Buy It Now price)");
    expect(warningOf("ending-soon", endsIn(59.5), 1, 1, now)).toBe(
      "Buy It Now is not available when the auction ends in 1 hour or less. This auction ends in 0h 59m.",
    );
    expect(warningOf("insufficient-balance", endsIn(90), 18_000, 500, now)).toBe(
      "Insufficient balance. You need at least ₦18,000.00 (20% of Buy It Now price) to use this feature. Your current balance: ₦500.00",
    );
  });
});
