import { expect, it } from "vitest";
import { daysIn } from "./days.ts";

const at = (iso: string): number => Date.parse(iso);
const of = (search: string, iso = "2026-11-21T12:00:00Z") => daysIn(new URLSearchParams(search), at(iso));

it("takes the days of the address", () => {
  expect(of("from=2026-10-01&to=2026-10-31")).toEqual({ from: "2026-10-01", to: "2026-10-31" });
});

it("takes the current month in Lagos where the address has no days, or wrong ones", () => {
  const november = { from: "2026-11-01", to: "2026-11-30" };
  expect(of("")).toEqual(november);
  expect(of("from=2026-10-31&to=2026-10-01")).toEqual(november);
  expect(of("from=x&to=2026-10-01")).toEqual(november);
  expect(of("", "2027-01-31T23:30:00Z")).toEqual({ from: "2027-02-01", to: "2027-02-28" });
});
