// Tests the deposit that an end takes from the winner's balance: 20% of the winning bid, or as much as the balance has.

import { fallbackRates } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { depositOf, usualRules } from "@jara/shared/payment-rules";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  changeStatus,
  clockFacts,
  closeAuction,
  ENDS_AT,
  placeBid,
  stateAfter,
} from "../../../test/support/given-auction.ts";
import { payFromBalance } from "../../../test/support/given-money.ts";
import { accountsIn } from "../../../test/support/money-accounts.ts";
import { played } from "../../../test/support/play-auction.ts";
import { decide } from "../decide.ts";
import { remainingMinor, settlementIdOf } from "../state.ts";

const endedWith = (balanceMinor: number, currency: "NGN" | "USD" = "NGN") => {
  const auction = played(anAuction({ currency })).play(placeBid("ada", 5005)).at(ENDS_AT);
  auction.balances.set("ada", balanceMinor);
  return auction.play(closeAuction);
};

describe("the deposit of a win", () => {
  it.each([
    [-500, 0, 5005],
    [0, 0, 5005],
    [1, 1, 5004],
    [1000, 1000, 4005],
    [1001, 1001, 4004],
    [9000, 1001, 4004],
  ])("takes from a balance of %i the amount %i, and %i remain due", (balance, taken, remaining) => {
    const auction = endedWith(balance);
    const { settlement } = auction.state;
    expect(settlement).toMatchObject({ depositMinor: taken, depositWorthMinor: taken });
    expect(settlement && remainingMinor(settlement)).toBe(remaining);
    expect(auction.balanceOf("ada")).toBe(balance - taken);
    accountsIn(auction.steps);
  });

  it("is 20% of a dollar price in naira at the rate of the end, rounded up to a kobo", () => {
    // 20% of $50.05 is $10.01, which is ₦8,341.6333 at a rate of 833.33.
    const auction = endedWith(1_000_000, "USD");
    expect(auction.state.settlement).toMatchObject({ depositMinor: 834_164, depositWorthMinor: 1001 });
  });

  it("takes whole cents from a balance that is short in dollars, and no kobo that is worth less than a cent", () => {
    for (const balance of [0, 1, 833, 834, 1000, 5000, 834_163]) {
      const auction = endedWith(balance, "USD");
      const { settlement } = auction.state;
      if (!settlement) throw new Error("no settlement");
      const { depositMinor, depositWorthMinor } = settlement;
      expect(depositMinor).toBe(inNairaMinor(depositWorthMinor, "USD", fallbackRates));
      expect(auction.balanceOf("ada")).toBeGreaterThanOrEqual(0);
      // Another cent could not have been paid.
      expect(inNairaMinor(depositWorthMinor + 1, "USD", fallbackRates)).toBeGreaterThan(balance);
      accountsIn(auction.steps);
    }
  });

  it("is never worth more than the naira that were taken, at any rate", () => {
    for (const USD_TO_NGN of [0.5, 1, 833.33, 1599.9999, 1600]) {
      for (const balance of [0, 7, 999, 160_000, 10_000_000]) {
        const { takenMinor, worthMinor } = depositOf(
          50_05,
          "USD",
          balance,
          { ...fallbackRates, USD_TO_NGN },
          usualRules,
        );
        expect(takenMinor).toBeLessThanOrEqual(Math.max(0, balance));
        expect(worthMinor).toBeLessThanOrEqual(1001);
        if (worthMinor < 1001) expect(worthMinor * USD_TO_NGN).toBeLessThanOrEqual(takenMinor);
      }
    }
  });

  it("needs the winner's balance, so that there is no decision without it", () => {
    const state = stateAfter(anAuction(), bidPlaced("ada", 1, 1100));
    const { balanceOf: _, ...facts } = clockFacts;
    expect(decide(state, closeAuction, facts, ENDS_AT)).toEqual({ kind: "needs-balance", userId: "ada" });
    expect(decide(state, closeAuction, { ...facts, balanceOf: () => undefined }, ENDS_AT).kind).toBe("needs-balance");
  });

  it("goes back when the end is undone, and is taken again at the next end", () => {
    const auction = played().play(placeBid("ada", 5000));
    auction.balances.set("ada", 1500);
    auction.play(changeStatus("admin", "ended"));
    expect(auction.balanceOf("ada")).toBe(500);
    auction.play(changeStatus("admin", "active"));
    expect(auction.balanceOf("ada")).toBe(1500);
    auction.play(changeStatus("admin", "ended"));
    expect(auction.balanceOf("ada")).toBe(500);
    accountsIn(auction.steps);
  });

  it.each(["active", "paused", "cancelled", "draft"] as const)(
    "goes back with the payments when the auction becomes %s",
    (status) => {
      const auction = played().play(placeBid("ada", 5000));
      auction.balances.set("ada", 7000);
      auction.play(changeStatus("admin", "ended"), payFromBalance("ada", settlementIdOf("lot", 3)));
      expect(auction.balanceOf("ada")).toBe(2000);
      auction.play(changeStatus("admin", status));
      expect(auction.balanceOf("ada")).toBe(7000);
      accountsIn(auction.steps);
    },
  );
});
