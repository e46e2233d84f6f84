import { describe, expect, it } from "vitest";
import { lagosMonth } from "../../lib/lagos-month.ts";
import { monthsToChoose, periodOf, readFilters, writeFilters } from "./statement-filters.ts";

const read = (address: string) => readFilters(new URLSearchParams(address), "2026-11");

describe("the address of a statement", () => {
  it("is read, and its invalid values are ignored", () => {
    expect(read("")).toEqual({ month: "2026-11", kind: "", page: 1 });
    expect(read("month=2026-02&kind=deposits&page=3")).toEqual({ month: "2026-02", kind: "deposits", page: 3 });
    expect(read("month=all")).toMatchObject({ month: null });
    expect(read("month=2026-13&kind=bids&page=0")).toEqual({ month: "2026-11", kind: "", page: 1 });
  });

  it("names the month, so that a stored link shows the same month later", () => {
    for (const address of ["month=2026-11", "month=all", "month=2026-02&kind=deposits&page=3"]) {
      expect(writeFilters(read(address)).toString()).toBe(address);
    }
  });
});

it("asks the server for the first to the last day of the month", () => {
  expect(periodOf({ month: "2026-02", kind: "" })).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(periodOf({ month: "2028-02", kind: "payments" })).toEqual({
    from: "2028-02-01",
    to: "2028-02-29",
    kind: "payments",
  });
  expect(periodOf({ month: null, kind: "" })).toEqual({});
});

it("offers the months from the first entry to the present one, and the month in the address", () => {
  expect(monthsToChoose("2026-08-31T23:00:00.000Z", "2026-11", "2026-11")).toEqual(["2026-11", "2026-10", "2026-09"]);
  expect(monthsToChoose("2025-12-31T22:59:59.999Z", "2026-01", null)).toEqual(["2026-01", "2025-12"]);
  expect(monthsToChoose(null, "2026-11", "2027-03")).toEqual(["2027-03", "2026-11"]);
});

it("finds the present month in Lagos time", () => {
  expect(lagosMonth(Date.parse("2026-10-31T23:00:00.000Z"))).toBe("2026-11");
  expect(lagosMonth(Date.parse("2026-10-31T22:59:59.999Z"))).toBe("2026-10");
});
