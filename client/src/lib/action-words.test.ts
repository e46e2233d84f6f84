import { describe, expect, it } from "vitest";
import { actionWords, reasonOf } from "./action-words.ts";

describe("the words for an action on an account", () => {
  it.each([
    ["role", { from: "user", to: "admin" }, "Made an administrator"],
    ["role", { from: "admin", to: "user" }, "The administrator role was taken away"],
    ["balance", { before: 1_000_00, after: 2_500_50 }, "Balance changed from ₦1,000.00 to ₦2,500.50"],
    ["suspended", { until: null, voidBids: false }, "Suspended until lifted"],
    ["restored", { reason: null }, "The time of the suspension ended"],
    ["restored", { reason: "A mistake" }, "Suspension lifted"],
    ["withdrawal approved", {}, "Withdrawal approved"],
    ["role", { from: "user", to: "cashier", by: "invitation" }, "Made a cashier, by accepting an invitation"],
    ["invited", { role: "manager" }, "Invited a manager"],
    ["approval asked for", { amount: 250_000_00 }, "Asked a second person to approve ₦250,000.00"],
    [
      "approval taken back",
      { amount: 250_000_00 },
      "Took back the change of ₦250,000.00 that waited for a second person",
    ],
    [
      "approval failed",
      { amount: 250_000_00, problem: "The balance is too low." },
      "The approved change of ₦250,000.00 could not be carried out: The balance is too low.",
    ],
    ["logged in", { by: "passkey" }, "Logged in with a passkey"],
    ["logged in", { by: "password" }, "Logged in with a password"],
    ["log-in failed", {}, "A log-in to this account failed"],
    ["lot edited", { fields: ["title", "softClose"] }, "Lot edited: title, soft close"],
    ["lot status", { from: "active", to: "paused" }, "Lot changed from active to paused"],
    ["bids voided", { bids: 1 }, "1 bid voided"],
    ["file downloaded", { file: "takings" }, "Downloaded a file: takings"],
    ["sold second-chance", {}, "Sold second-chance"],
    ["sale paused", { title: "Drums" }, "Sale paused: Drums"],
    ["sale resumed", { title: "Drums", seconds: 754.2 }, "Sale resumed, its times moved by 12.6 min: Drums"],
    ["sale resumed", { title: "Drums", seconds: 4.21 }, "Sale resumed, its times moved by 4 s: Drums"],
    ["sale resumed", { title: "Drums" }, "Sale resumed: Drums"],
    ["sale ended", { title: "Drums", unopened: 0 }, "Sale ended: Drums"],
    ["sale ended", { title: "Drums", unopened: 3 }, "Sale ended, 3 of its lots did not open: Drums"],
  ])("is a sentence for %s", (action, details, said) => {
    expect(actionWords(action, details)).toBe(said);
  });

  it("says until when, and that bids were voided", () => {
    expect(actionWords("suspended", { until: "2026-11-21T13:05:00.000Z", voidBids: true })).toMatch(
      /^Suspended until 21 Nov 2026, (14:05|2:05 pm), bids on open auctions voided$/i,
    );
  });

  it("has a reason only if one was given", () => {
    expect([reasonOf({ reason: "Fraud" }), reasonOf({ reason: null }), reasonOf({})]).toEqual(["Fraud", null, null]);
  });
});
