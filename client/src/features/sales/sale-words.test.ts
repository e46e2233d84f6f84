import { describe, expect, it } from "vitest";
import { lotsWords } from "../../lots/lots-words.ts";
import { closingWords, spanWords, stateOf, whenOf } from "./sale-words.ts";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");
const sale = {
  status: "published" as const,
  isPaused: false,
  isOver: false,
  opensAt: null,
  closesAt: "2026-11-24T12:00:00.000Z",
};

describe("the words about a sale", () => {
  it.each([
    ["Draft", { status: "draft" as const }, "First lot closes Tue, 24 Nov, 13:00 WAT"],
    ["Bidding open", {}, "First lot closes Tue, 24 Nov, 13:00 WAT"],
    ["Opens later", { opensAt: "2026-11-23T15:00:00.000Z" }, "Opens Mon, 23 Nov, 16:00 WAT"],
    ["Closing now", { closesAt: "2026-11-23T11:00:00.000Z" }, "Lots have been closing since Mon, 23 Nov, 12:00 WAT"],
    ["Paused", { isPaused: true }, "All times move later, by the length of the pause"],
    ["Over", { isOver: true, endedAt: "2026-11-23T11:00:00.000Z" }, "Last lot closed Mon, 23 Nov, 12:00 WAT"],
    ["Over", { isOver: true }, "Ended early"],
    ["Over", { isOver: true, opensAt: "2026-11-23T15:00:00.000Z" }, "Ended before bidding opened"],
    ["Over", { isOver: true, lotCount: 0, closesAt: "2026-11-23T11:00:00.000Z" }, "Ended before bidding opened"],
  ])("say %s", (words, change, when) => {
    expect(stateOf({ ...sale, ...change }, NOW).words).toBe(words);
    expect(whenOf({ ...sale, ...change }, NOW)).toBe(when);
  });

  it.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [90, "1 minute 30 seconds"],
    [86_400, "1 day"],
    [7_200, "2 hours"],
  ])("name %i seconds", (seconds, words) => {
    expect(spanWords(seconds)).toBe(words);
  });

  it("count lots", () => {
    expect([lotsWords(1), lotsWords(1_200)]).toEqual(["1 lot", "1,200 lots"]);
  });

  it("tell bidders what a late bid does", () => {
    expect(closingWords({ spacingSeconds: 60, closing: "in-order", groupSize: null, softClose: "all" })).toMatch(
      /^A lot closes every minute\..*wait/,
    );
    for (const spacingSeconds of [0, 60])
      expect(closingWords({ spacingSeconds, closing: "together", groupSize: null, softClose: "all" })).toBe(
        "All lots close at the same time. A late bid on one lot keeps all lots open.",
      );
    expect(closingWords({ spacingSeconds: 600, closing: "together", groupSize: 10, softClose: "all" })).toBe(
      "Lots close in groups of 10, a group every 10 minutes. A late bid on one lot keeps its group open.",
    );
    expect(closingWords({ spacingSeconds: 30, closing: "alone", groupSize: null, softClose: "all" })).toMatch(
      /its own lot open, and no other/,
    );
  });

  it.each([
    ["some", "A lot closes every minute. A late bid keeps some lots open: each lot's page says which."],
    ["none", "A lot closes every minute."],
  ] as const)("promise no soft close for each lot if %s of them have one", (softClose, words) => {
    for (const closing of ["alone", "in-order"] as const)
      expect(closingWords({ spacingSeconds: 60, closing, groupSize: null, softClose })).toBe(words);
    expect(closingWords({ spacingSeconds: 60, closing: "together", groupSize: null, softClose })).not.toContain(
      "all lots open",
    );
  });
});
