import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { describe, expect, it } from "vitest";
import { type BulkAction, bulkEffects, bulkKindsFor, leftForSales, planFor } from "./bulk-plan.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const lot = (change: Partial<ManagedAuction>) =>
  ({
    _id: "a",
    title: "Drum",
    status: "draft",
    winner: null,
    bidCount: 0,
    currency: "NGN",
    startingPrice: 1000,
    bidIncrement: 1,
    softClose: null,
    categories: ["general"],
    endTime: "2026-11-22T12:00:00.000Z",
    startTime: null,
    pausedUntil: null,
    sale: null,
    ...change,
  }) as ManagedAuction;
const result = (change: Partial<ManagedAuction>, action: BulkAction) => {
  const { todo, refused } = planFor([lot(change)], action, { nowMs: NOW, mayRun: true });
  return todo[0]?.step ?? refused[0]?.why;
};

it("offers only relisting and deleting for lots that are over, and relisting only for them", () => {
  const [ended, draft] = [lot({ status: "ended" }), lot({})];
  expect(bulkKindsFor([ended, lot({ status: "cancelled" })])).toEqual(["relist", "delete"]);
  expect(bulkKindsFor([draft])).not.toContain("relist");
  expect(bulkKindsFor([draft])).toEqual(expect.arrayContaining(["publish", "shift", "delete"]));
  expect(bulkKindsFor([ended, draft])).toEqual(expect.arrayContaining(["publish", "shift", "relist", "delete"]));
});

describe("the plan of an action on many lots", () => {
  it.each([
    [{}, { kind: "publish" }, { kind: "publish" }],
    [{ status: "active" }, { kind: "publish" }, "It is not a draft."],
    [{ terms: { offerId: "o", agreement: null } }, { kind: "publish" }, "The seller has no terms yet."],
    [{ endTime: "2026-11-20T12:00:00.000Z" }, { kind: "publish" }, "Its end time has passed. Set one first."],
    [{ status: "active" }, { kind: "cancel", reason: "Withdrawn" }, { kind: "cancel", reason: "Withdrawn" }],
    [{ status: "sold" }, { kind: "cancel", reason: "" }, "It is over."],
    [
      { status: "paused", pausedUntil: "2026-11-22T12:00:00.000Z" },
      { kind: "cancel", reason: "" },
      "Somebody is buying it.",
    ],
    [{ status: "ended" }, { kind: "relist", reason: "Again" }, { kind: "relist", reason: "Again" }],
    [
      { status: "ended" },
      { kind: "relist", reason: "", into: { saleId: "s", title: "Estate" } },
      { kind: "relist", reason: "", saleId: "s" },
    ],
    [{ status: "ended", winner: { username: "ada" } }, { kind: "relist", reason: "" }, "It is sold."],
    [{ status: "active" }, { kind: "relist", reason: "" }, "It is not over."],
    [
      { status: "ended", relistedAs: { _id: "copy", title: "A copy" } },
      { kind: "relist", reason: "" },
      "It was relisted already.",
    ],
    [{ status: "paused" }, { kind: "shift", minutes: 5 }, "It is paused, so its time does not run."],
    [{ categories: ["toys"] }, { kind: "category", category: "toys" }, "It has this category already."],
    [{}, { kind: "sale", saleId: "s", title: "Estate" }, { kind: "sale", saleId: "s" }],
    [{ status: "active" }, { kind: "sale", saleId: "s", title: "Estate" }, "It is not a draft."],
    [{}, { kind: "delete" }, { kind: "delete" }],
    [{ status: "active", bidCount: 1 }, { kind: "delete" }, "It has bids. Cancel it instead."],
    [{ status: "sold" }, { kind: "delete" }, "It is sold."],
    [
      {},
      { kind: "increments", one: { amount: 500, currency: "NGN" } },
      {
        kind: "edit",
        body: { incrementTable: false, bidIncrement: 500 },
        undo: { incrementTable: false, bidIncrement: 1 },
      },
    ],
    [
      { incrementSteps: [] },
      { kind: "increments", one: { amount: 500, currency: "NGN" } },
      { kind: "edit", body: { incrementTable: false, bidIncrement: 500 }, undo: { incrementTable: true } },
    ],
    [{ incrementSteps: [] }, { kind: "increments", one: null }, "It has this already."],
    [{}, { kind: "increments", one: { amount: 5, currency: "USD" } }, "Its prices are in naira."],
    [
      {},
      { kind: "soft-close", softClose: { windowSeconds: 60, capMinutes: 30 } },
      { kind: "edit", body: { softClose: { windowSeconds: 60, capMinutes: 30 } }, undo: { softClose: null } },
    ],
    [
      { reservePrice: 9000 },
      { kind: "reserve", reserve: null },
      { kind: "edit", body: { reservePrice: null }, undo: { reservePrice: 9000 } },
    ],
    [
      {},
      { kind: "reserve", reserve: { amount: 999, currency: "NGN" } },
      "Its starting price, ₦1,000.00, is higher than this reserve.",
    ],
    [{ status: "ended" }, { kind: "reserve", reserve: null }, "It is over."],
  ] as const)("says for a lot with %j and %j: %j", (change, action, expected) => {
    expect(result(change as Partial<ManagedAuction>, action)).toEqual(expected);
  });

  it("moves the end, and a draft's start too, and has the edit that undoes it", () => {
    const start = "2026-11-21T18:00:00.000Z";
    expect(result({ startTime: start }, { kind: "shift", minutes: 30 })).toEqual({
      kind: "edit",
      body: { endTime: "2026-11-22T12:30:00.000Z", startTime: "2026-11-21T18:30:00.000Z" },
      undo: { endTime: "2026-11-22T12:00:00.000Z", startTime: start },
    });
    expect(result({ status: "active", startTime: start }, { kind: "shift", minutes: 30 })).toMatchObject({
      body: { endTime: "2026-11-22T12:30:00.000Z" },
      undo: { endTime: "2026-11-22T12:00:00.000Z" },
    });
  });

  it("leaves lots of a sale alone that wait for its opening, and says which sale", () => {
    const opensAt = "2026-11-30T17:00:00.000Z";
    const sale = { _id: "s", title: "Estate", lotNumber: 1, isPublished: true, opensAt };
    const draftSale = { ...sale, _id: "d", title: "Cars", isPublished: false, opensAt: null };
    const plan = planFor(
      [
        lot({ _id: "1", sale, startTime: opensAt }),
        lot({ _id: "2", sale, startTime: opensAt }),
        lot({ _id: "3", sale: draftSale }),
        // The sale ended before this lot opened, so it no longer opens it.
        lot({ _id: "4", sale }),
      ],
      { kind: "publish" },
      { nowMs: NOW, mayRun: true },
    );
    expect(plan.todo.map(({ lot: { _id } }) => _id)).toEqual(["4"]);
    expect(leftForSales(plan)).toEqual([
      "2 lots belong to the sale “Estate”, which opens Mon, 30 Nov, 18:00 WAT, and are left. They open with it.",
      "1 lot belongs to the sale “Cars”, and is left. Publish the sale instead.",
    ]);
  });

  it("does not shift a lot of a sale, and sets no category that would suspend maximum bids", () => {
    const sale = { _id: "s", title: "Estate", lotNumber: 1, isPublished: true, opensAt: null };
    expect(result({ sale }, { kind: "shift", minutes: 5 })).toContain("Shift the whole sale instead.");
    expect(result({ status: "active", bidCount: 1 }, { kind: "category", category: "toys" })).toContain("It has bids");
  });

  it("changes no increments, soft close or reserve of a lot with bids, and of an open lot only for staff who run auctions", () => {
    const actions = [
      { kind: "increments", one: null },
      { kind: "soft-close", softClose: { windowSeconds: 60, capMinutes: 30 } },
      { kind: "reserve", reserve: { amount: 5000, currency: "NGN" } },
    ] as const;
    for (const action of actions) {
      expect(result({ status: "active", bidCount: 1 }, action)).toContain("It has bids");
      expect(result({ status: "active" }, action)).toMatchObject({ kind: "edit" });
      const plan = planFor([lot({ status: "active" }), lot({ _id: "b" })], action, { nowMs: NOW, mayRun: false });
      expect(plan.todo.map(({ lot: { _id } }) => _id)).toEqual(["b"]);
      expect(plan.refused[0]?.why).toContain("only staff who run auctions");
    }
  });

  it("says how many of the cancelled lots have bids", () => {
    const action = { kind: "cancel", reason: "" } as const;
    const plan = planFor([lot({ status: "active", bidCount: 2 }), lot({ _id: "b" })], action, {
      nowMs: NOW,
      mayRun: true,
    });
    expect(bulkEffects(action, plan).join(" ")).toContain("1 lot with bids: all their bidders are notified.");
  });
});
