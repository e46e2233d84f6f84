import { auctionStatuses } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { rowActionsFor } from "./row-actions.ts";

const all = { mayRun: true, mayEdit: true, mayReadBids: true };
const labels = (lot: Parameters<typeof rowActionsFor>[0], rights = all) =>
  rowActionsFor(lot, rights).map(({ label }) => label);
const lot = { winner: null, leader: null, settlementId: null, relistedAs: null, sale: null, startTime: null };

describe("the actions of a row", () => {
  it.each([
    ["draft", ["Publish", "Cancel"]],
    ["active", ["Pause", "End now", "Cancel"]],
    ["paused", ["Resume", "End now", "Cancel"]],
    ["ended", ["Relist"]],
    ["sold", []],
    ["cancelled", ["Relist"]],
  ] as const)("are those that make sense for a lot that is %s", (status, actions) => {
    expect(labels({ ...lot, status })).toEqual([...actions, "Edit", "Duplicate", "History"]);
  });

  it("lead to the payment of a lot that has one, and do not relist a lot that somebody won", () => {
    const won = { ...lot, winner: { username: "ada" }, settlementId: "s", relistedAs: null };
    expect(labels({ ...won, status: "sold" })).toEqual(["Reverse payment", "Edit", "Duplicate", "History"]);
    expect(labels({ ...won, status: "ended" })).toEqual(["Payment", "Edit", "Duplicate", "History"]);
  });

  it("do not publish a lot on its own that opens with its published sale", () => {
    const sale = { _id: "s", title: "Estate", lotNumber: 1, isPublished: true, opensAt: null };
    const upcoming = { ...lot, status: "draft", sale, startTime: "2026-11-30T12:00:00.000Z" } as const;
    expect(labels(upcoming)).not.toContain("Publish");
    expect(labels({ ...upcoming, startTime: null })).toContain("Publish");
  });

  it("do not relist a lot again that has a copy", () => {
    const relistedAs = { _id: "copy", title: "A copy" };
    for (const status of ["ended", "cancelled"] as const)
      expect(labels({ ...lot, status, relistedAs })).toEqual(["Edit", "Duplicate", "History"]);
  });

  it("leave out what the reader may not do", () => {
    const cataloguer = { mayRun: false, mayEdit: true, mayReadBids: false };
    expect(labels({ ...lot, status: "active" }, cataloguer)).toEqual(["Edit", "Duplicate"]);
    expect(labels({ ...lot, status: "draft" }, cataloguer)).toEqual(["Publish", "Edit", "Duplicate"]);
  });

  it("relist a lot that can still be sold only for staff who run auctions", () => {
    const cataloguer = { mayRun: false, mayEdit: true, mayReadBids: false };
    const led = { ...lot, status: "ended", leader: { username: "ada" } } as const;
    expect(labels({ ...led, outcome: "not-paid" })).toContain("Relist");
    expect(labels({ ...led, outcome: "not-paid" }, cataloguer)).not.toContain("Relist");
    expect(labels({ ...led, outcome: "waived" }, cataloguer)).toContain("Relist");
    expect(labels({ ...lot, status: "ended" }, cataloguer)).toContain("Relist");
  });

  it("have keys of their own in every menu", () => {
    for (const status of auctionStatuses) {
      for (const settlementId of [null, "s"]) {
        const keys = rowActionsFor({ ...lot, status, settlementId }, all).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }
    }
  });
});
