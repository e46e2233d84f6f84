import { describe, expect, it } from "vitest";
import { outcomeOfPayment, outcomesOfReversal } from "./payment-outcome.ts";
import { settlement } from "./settlement-for-test.ts";

describe("what a payment does", () => {
  it.each([
    [26_500, false, "₦50,000.00 remains due."],
    [76_499.99, false, "₦0.01 remains due."],
    [76_500, true, "The lot is sold."],
    [81_500, true, "The lot is sold. ₦5,000.00 goes to adaeze's balance."],
  ])("%d of 76,500", (amount, isSold, words) => {
    expect(outcomeOfPayment(settlement(), amount)).toEqual({ isSold, words });
  });

  it("says that what is too much for a lot in dollars becomes naira", () => {
    const inDollars = settlement({ remaining: 80, auction: { ...settlement().auction, currency: "USD" } });
    expect(outcomeOfPayment(inDollars, 85.5).words).toBe(
      "The lot is sold. $5.50, in naira at the rate of that moment, goes to adaeze's balance.",
    );
  });
});

describe("what a reversal does", () => {
  const joined = (change: Parameters<typeof settlement>[0]) => outcomesOfReversal(settlement(change)).join(" ");

  it("of a payment: the same payment is due again, the deposit stays", () => {
    const words = joined({ status: "paid", paid: 76_500, remaining: 0 });
    expect(words).toContain("The same payment is due again, not a second one.");
    expect(words).toContain("The payments of ₦76,500.00 are struck out.");
    expect(words).toContain("Transfers and cash do not");
    expect(words).toContain("The deposit of ₦18,000.00 stays where it is.");
  });

  it("of a forfeited win: the penalty in naira goes back, and the deposit is taken again", () => {
    const inDollars = { ...settlement().auction, currency: "USD" as const };
    const words = joined({ kind: "win", status: "forfeited", penalty: 26, penaltyNgn: 21_666.58, auction: inDollars });
    expect(words).toContain("The penalty of ₦21,666.58 goes back to adaeze's balance.");
    expect(words).toContain("The deposit is taken from the balance again");
    expect(words).toContain("The same payment is due again");
  });

  it("of a forfeited purchase: only the penalty goes back", () => {
    const words = joined({ status: "forfeited", penaltyNgn: 9000 });
    expect(words).toBe("The penalty of ₦9,000.00 goes back to adaeze's balance. The purchase stays closed.");
  });
});
