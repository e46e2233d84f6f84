import { describe, expect, it } from "vitest";
import { outcomeOfPayment, outcomesOfReversal, outcomesOfReversalOf } from "./payment-outcome.ts";
import { settlement } from "./settlement-for-test.ts";

describe("the sentence about a payment's outcome", () => {
  it.each([
    [26_500, false, "₦50,000.00 remains due."],
    [76_499.99, false, "₦0.01 remains due."],
    [76_500, true, "The lot is sold."],
    [81_500, true, "The lot is sold. ₦5,000.00 goes to adaeze's balance."],
  ])("says what a payment of %d towards 76,500 leaves due", (amount, isSold, words) => {
    expect(outcomeOfPayment(settlement(), amount)).toEqual({ isSold, words });
  });

  it("says that a surplus for a lot in dollars becomes naira", () => {
    const inDollars = settlement({ remaining: 80, auction: { ...settlement().auction, currency: "USD" } });
    expect(outcomeOfPayment(inDollars, 85.5).words).toBe(
      "The lot is sold. $5.50, in naira at the rate of that moment, goes to adaeze's balance.",
    );
  });
});

describe("the sentences about a reversal", () => {
  const joined = (change: Parameters<typeof settlement>[0]) => outcomesOfReversal(settlement(change)).join(" ");

  it("say for a payment that the same payment is due again and the deposit stays", () => {
    const words = joined({ status: "paid", paid: 76_500, remaining: 0 });
    expect(words).toContain("The same payment is due again, not a second one.");
    expect(words).toContain("The payments of ₦76,500.00 are reversed.");
    expect(words).toContain("paid from the balance or online goes back to the balance");
    expect(words).toContain("What it put on the balance, above what was due or because bids were voided, is taken");
    expect(words).toContain("The deposit of ₦18,000.00 stays where it is.");
  });

  it("name the new deadline, and say whether it is the old one", () => {
    const paid = settlement({ status: "paid", paid: 76_500, remaining: 0, dueAt: "2030-11-21T13:05:00.000Z" });
    const words = (again: string) => outcomesOfReversal(paid, again).join(" ");
    expect(words("2030-11-21T13:05:00.000Z")).toMatch(/The new deadline is [^.]*14:05[^.]*, as before\./);
    expect(words("2030-11-22T13:18:00.000Z")).toMatch(
      /The new deadline is [^.]*14:18[^.]*: the time to pay begins anew\./,
    );
    const payment = { _id: "p1", amount: 1000, amountNgn: 1000, method: "cash", reference: null, note: null } as const;
    const one = { ...payment, bookedBy: null, at: "2030-11-20T13:05:00.000Z", reversed: null };
    expect(outcomesOfReversalOf(paid, one, { dueAgainAt: paid.dueAt }).join(" ")).toContain(", as before.");
    expect(outcomesOfReversal({ ...paid, status: "open" }, paid.dueAt).join(" ")).not.toContain("new deadline");
  });

  it("say that a lot which its deposit pays stays sold, and that booked money is taken from the balance", () => {
    const words = joined({
      status: "paid",
      paid: 0,
      remaining: 0,
      deposit: 12_000,
      price: 12_000,
      fee: 0,
      total: 12_000,
    });
    expect(words).toContain("the deposit of ₦12,000.00 alone pays the lot. It stays sold.");
    expect(words).toContain("The money that they put on adaeze's balance is taken from it.");
    expect(words).not.toContain("due again");
  });

  it("say for an open settlement that only transfers and cash are reversed", () => {
    const words = joined({ status: "open", paid: 1000 });
    expect(words).toContain("Transfers and cash that were booked are reversed");
    expect(words).toContain("The deadline and the balance stay as they are.");
  });

  it("say for a forfeited win that the penalty goes back in naira and the deposit is taken again", () => {
    const inDollars = { ...settlement().auction, currency: "USD" as const };
    const words = joined({ kind: "win", status: "forfeited", penalty: 26, penaltyNgn: 21_666.58, auction: inDollars });
    expect(words).toContain("The penalty of ₦21,666.58 goes back to adaeze's balance.");
    expect(words).toContain("The deposit is taken from the balance again");
    expect(words).toContain("The same payment is due again");
  });

  it("say for a forfeited purchase that only the penalty goes back", () => {
    const words = joined({ status: "forfeited", penaltyNgn: 9000 });
    expect(words).toBe("The penalty of ₦9,000.00 goes back to adaeze's balance. The purchase stays closed.");
  });
});
