import { expect, it } from "vitest";
import { lastWeeks, readChoice, writeChoice } from "./report-choice.ts";

const now = Date.parse("2026-11-24T23:30:00.000Z");

it("covers the last 12 weeks in Lagos without days in the address", () => {
  const choice = readChoice(new URLSearchParams(), now);
  expect(choice).toEqual({ from: "2026-09-07", to: "2026-11-25", by: "week" });
  expect(String(writeChoice(choice, now))).toBe("");
});

it("keeps what the address says, and drops what is no day", () => {
  const params = new URLSearchParams("from=2026-11-20&to=2026-11-01&by=sale");
  const choice = readChoice(params, now);
  expect(choice).toEqual({ from: "2026-11-01", to: "2026-11-20", by: "sale" });
  expect(readChoice(writeChoice(choice, now), now)).toEqual(choice);
  expect(readChoice(new URLSearchParams("from=x&to=2026-13-40&by=y"), now)).toEqual(
    readChoice(new URLSearchParams(), now),
  );
});

it("begins whole weeks on a Monday, also from a Sunday", () => {
  expect(lastWeeks(1, "2026-11-29").from).toBe("2026-11-23");
  expect(lastWeeks(4, "2026-11-23").from).toBe("2026-11-02");
});
