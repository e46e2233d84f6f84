import { expect, it } from "vitest";
import { daysBetween, mondayOf, weeksOf } from "./weeks.ts";

it("finds the Monday of a day's week, also over the end of a year", () => {
  const days = ["2026-11-22", "2026-11-23", "2026-11-29", "2027-01-01"];
  expect(days.map(mondayOf)).toEqual(["2026-11-16", "2026-11-23", "2026-11-23", "2026-12-28"]);
});

it("lists every week that overlaps the days", () => {
  expect(weeksOf({ from: "2026-11-22", to: "2026-11-30" })).toEqual(["2026-11-16", "2026-11-23", "2026-11-30"]);
  expect(weeksOf({ from: "2026-11-24", to: "2026-11-24" })).toEqual(["2026-11-23"]);
});

it("counts the first and the last day", () => {
  expect([daysBetween("2026-11-24", "2026-11-24"), daysBetween("2028-02-28", "2028-03-01")]).toEqual([1, 3]);
});
