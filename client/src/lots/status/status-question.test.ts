import type { Auction } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { questionFor } from "./status-question.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const lot = (change: Partial<Auction>) =>
  ({
    status: "ended",
    pausedUntil: null,
    endTime: "2026-11-20T12:00:00.000Z",
    currency: "NGN",
    currentPrice: 40_000,
    bidCount: 3,
    winner: { username: "ada" },
    leader: { username: "ada" },
    reserveMet: true,
    buyItNowPrice: null,
    ...change,
  }) as Auction;
const words = (auction: Auction, to: Auction["status"]) => questionFor(auction, to, NOW)?.effects.join(" ") ?? "";

describe("the question before a status is set", () => {
  // S482
  it("says for sold to ended that the same payment is due again, and not that anybody loses the lot", () => {
    const question = questionFor(lot({ status: "sold" }), "ended", NOW);
    expect(question?.title).toBe("Take the sale back?");
    const effects = question?.effects.join(" ") ?? "";
    expect(effects).toContain("ada stays the winner, and the same payment is due again: never a second one.");
    expect(effects).not.toContain("no longer the winner");
    expect(effects).not.toContain("3 business days");
  });

  it("says for ended to sold that the rest is recorded as paid", () => {
    expect(words(lot({}), "sold")).toContain("ada has paid ₦40,000.00. The rest that is due is recorded as paid.");
  });

  it("names for active to sold the recorded buyer and the amount recorded as paid", () => {
    const active = lot({ status: "active", winner: null, endTime: "2026-11-22T12:00:00.000Z" });
    expect(words(active, "sold")).toContain("ada is recorded as the buyer, and ₦40,000.00 as paid.");
    expect(words({ ...active, reserveMet: false }, "sold")).toContain("No buyer is recorded.");
  });

  it("says that no buyer is recorded for a lot that ended without a winner, even if its reserve is met by now", () => {
    const unsold = lot({ winner: null, reserveMet: true });
    expect(words(unsold, "sold")).toBe("No buyer is recorded.");
  });

  it("says that all bids and maximum bids become void if the lot goes back to draft or is cancelled", () => {
    const active = lot({ status: "active", winner: null, endTime: "2026-11-22T12:00:00.000Z" });
    for (const to of ["draft", "cancelled"] as const) {
      expect(words(active, to)).toContain("All bids and maximum bids become void");
      expect(words(active, to)).toContain("(3 bids)");
      expect(words(active, to)).not.toContain("stay recorded");
    }
    expect(words({ ...active, status: "draft" }, "cancelled")).not.toContain("void");
  });

  it("says for ended to active that deposit and payments go back", () => {
    const reopened = lot({ endTime: "2026-11-22T12:00:00.000Z" });
    expect(words(reopened, "active")).toContain("the deposit and the payments go back to the balance");
  });

  it("from ended to active says who leads again, and what to do about a person who did not pay", () => {
    const reopened = lot({ endTime: "2026-11-22T12:00:00.000Z" });
    expect(words(reopened, "active")).toContain("ada leads again and may win again. If they did not pay, void");
    expect(words({ ...reopened, winner: null }, "active")).not.toContain("leads again");
  });
});
