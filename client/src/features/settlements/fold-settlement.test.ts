import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import { describe, expect, it } from "vitest";
import { foldSettlement, type HeldSettlements, heldSettlements, isUncertain } from "./fold-settlement.ts";
import { type SettlementFilters, settlementFilters } from "./settlement-filters.ts";
import { settlement } from "./settlement-for-test.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const one = (_id: string, change: Partial<Settlement> = {}) => settlement({ _id, createdAt: at(-30), ...change });
const closed = (_id: string, minutes: number) =>
  one(_id, { status: "paid", closedAt: at(minutes), closedBy: { _id: "x", username: "chidi" } });

const page = (settlements: Settlement[], pagination: Partial<Settlements["pagination"]> = {}): HeldSettlements =>
  heldSettlements(
    { settlements, pagination: { current: 1, pages: 1, total: settlements.length, limit: 20, ...pagination } },
    NOW,
  );
const all: SettlementFilters = settlementFilters.none;
const ids = ({ settlements }: HeldSettlements) => settlements.map(({ _id }) => _id).join(" ");

describe("the order of the fetched list", () => {
  // S186
  it("puts stuck settlements first, then the next due, then the newest closed", () => {
    const stuck = { attempts: 5, lastError: "balance locked", since: at(-5) };
    const held = page([
      one("later", { dueAt: at(90) }),
      one("soon", { dueAt: at(5) }),
      closed("old", -60),
      closed("new", -1),
      one("stuck", { dueAt: at(-10), stuck }),
      one("overdue", { dueAt: at(-20) }),
    ]);
    expect(ids(held)).toBe("stuck overdue soon later new old");
  });
});

describe("an event of the feed", () => {
  const held = page([one("a", { dueAt: at(10) }), one("b", { dueAt: at(30) }), closed("c", -60)]);

  // S205
  it("updates a visible row in its place, even when it no longer matches the filters", () => {
    const after = foldSettlement(held, closed("a", 1), { ...all, status: "open" });
    expect(ids(after)).toBe("a b c");
    expect(after.settlements[0]?.status).toBe("paid");
    expect(after.pagination.total).toBe(3);
  });

  // S206
  it("reopens a closed settlement only after the server's answer, because the event may be older", () => {
    expect(isUncertain(held, one("c"))).toBe(true);
    expect(isUncertain(held, one("a"))).toBe(false);
    expect(foldSettlement(held, one("c"), all)).toBe(held);
    expect(foldSettlement(held, one("c"), all, true).settlements[2]?.status).toBe("open");
  });

  it("inserts a new settlement at its deadline, and counts it once", () => {
    const fresh = one("new", { dueAt: at(20), createdAt: at(1) });
    const after = foldSettlement(foldSettlement(held, fresh, all), fresh, all);
    expect(ids(after)).toBe("a new b c");
    expect(after.pagination.total).toBe(4);
    expect(after.added).toEqual(["new"]);
  });

  it("appends a new settlement when all others are more urgent", () => {
    const open = page([one("a", { dueAt: at(10) })]);
    expect(ids(foldSettlement(open, one("new", { dueAt: at(20), createdAt: at(1) }), all))).toBe("a new");
  });

  it.each([
    ["another status", { status: "waived" as const }],
    ["another kind", { kind: "win" as const }],
    ["another text", { q: "nobody" }],
  ])("omits a settlement that the filters exclude: %s", (_what, filters) => {
    expect(foldSettlement(held, one("new", { createdAt: at(1) }), { ...all, ...filters })).toBe(held);
  });

  it.each(["BRONZE leo", "ADAEZE", "@example.ng", "eze obi", "jara-6f1f-3c1e-8a52"])(
    "finds %s in title, username, address, name or reference",
    (q) => {
      const after = foldSettlement(page([]), one("new", { createdAt: at(1) }), { ...all, q });
      expect(ids(after)).toBe("new");
    },
  );

  it("only adds a new settlement to the count, once, on a later page", () => {
    const second = page([closed("c", -60)], { current: 2, pages: 2, total: 40 });
    const fresh = one("new", { createdAt: at(1) });
    const after = foldSettlement(foldSettlement(second, fresh, all), fresh, all);
    expect(ids(after)).toBe("c");
    expect(after.pagination).toMatchObject({ total: 41, pages: 3 });
  });

  it("does not show a settlement after the last row, and does not count one that is not new", () => {
    const first = page([one("a", { dueAt: at(10) })], { pages: 2, total: 21 });
    const after = foldSettlement(first, one("elsewhere", { dueAt: at(50) }), all);
    expect(ids(after)).toBe("a");
    expect(after.pagination.total).toBe(21);
  });
});
