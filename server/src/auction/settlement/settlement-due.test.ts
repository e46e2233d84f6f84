// Tests due times: three business days after the end, counted in Lagos. Weekends and Nigerian holidays do not count,
// and the day begins at midnight there, which is 23:00 UTC.
import { describe, expect, it } from "vitest";
import { settlementDueAt } from "./settlement-due.ts";

const holidays = new Set([
  "2026-04-03",
  "2026-04-06",
  "2026-10-01",
  "2026-12-25",
  "2026-12-26",
  "2027-01-01",
  "2028-02-28",
  "2028-03-01",
]);
const due = (iso: string, days: ReadonlySet<string> = holidays): string =>
  new Date(settlementDueAt(Date.parse(iso), days, 3)).toISOString().replace(".000Z", "Z");

describe("the due time of a settlement", () => {
  // S457
  it.each([
    ["Monday", "2026-11-16T09:30:00Z", "2026-11-19T09:30:00Z"],
    ["Tuesday", "2026-11-17T09:30:00Z", "2026-11-20T09:30:00Z"],
    ["Wednesday: over a weekend", "2026-11-18T09:30:00Z", "2026-11-23T09:30:00Z"],
    ["Friday: over a weekend", "2026-11-20T09:30:00Z", "2026-11-25T09:30:00Z"],
    ["Saturday: counting starts on Monday", "2026-11-21T09:30:00Z", "2026-11-25T09:30:00Z"],
    ["Sunday: counting starts on Monday", "2026-11-22T09:30:00Z", "2026-11-25T09:30:00Z"],
  ])("is the same time of day on the third business day after an end on a %s", (_day, endedAt, dueAt) => {
    expect(due(endedAt)).toBe(dueAt);
  });

  // S458
  it("skips holidays of a fixed date: Independence Day on a Thursday", () => {
    expect(due("2026-09-29T12:00:00Z")).toBe("2026-10-05T12:00:00Z");
  });

  it("skips holidays next to weekends and the turn of the year", () => {
    // Thursday 24 December; Friday and Saturday are Christmas and Boxing Day.
    expect(due("2026-12-24T12:00:00Z")).toBe("2026-12-30T12:00:00Z");
    // Wednesday 30 December; Friday is New Year's Day.
    expect(due("2026-12-30T12:00:00Z")).toBe("2027-01-05T12:00:00Z");
  });

  it("skips movable holidays: Good Friday and Easter Monday", () => {
    expect(due("2026-04-01T12:00:00Z")).toBe("2026-04-08T12:00:00Z");
  });

  it("uses Lagos days: a minute before midnight is Tuesday, midnight is Wednesday", () => {
    // Friday a minute before midnight; Monday at midnight, which is Sunday's 23:00 in UTC.
    expect(due("2026-11-17T22:59:00Z")).toBe("2026-11-20T22:59:00Z");
    expect(due("2026-11-17T23:00:00Z")).toBe("2026-11-22T23:00:00Z");
  });

  it("uses Lagos holidays: a holiday begins at 23:00 UTC of the day before", () => {
    // Ended at 00:00 on Monday 28 September in Lagos: Tuesday, Wednesday, then Friday after Independence Day.
    expect(due("2026-09-27T23:00:00Z")).toBe("2026-10-01T23:00:00Z");
  });

  it("counts across the end of a month and a leap day", () => {
    // Friday 27 November over the weekend into December.
    expect(due("2026-11-27T12:00:00Z")).toBe("2026-12-02T12:00:00Z");
    // Friday 25 February 2028: Tuesday the 29th counts, Monday and Wednesday around it are holidays.
    expect(due("2028-02-25T12:00:00Z")).toBe("2028-03-03T12:00:00Z");
  });

  it("uses only the holidays that it is given", () => {
    expect(due("2026-12-24T12:00:00Z", new Set())).toBe("2026-12-29T12:00:00Z");
    expect(due("2026-11-16T09:30:00Z", new Set(["2026-11-18"]))).toBe("2026-11-20T09:30:00Z");
    // A holiday on a weekend changes nothing.
    expect(due("2026-11-20T09:30:00Z", new Set(["2026-11-21", "2026-11-22"]))).toBe("2026-11-25T09:30:00Z");
  });

  it("keeps the millisecond of the end", () => {
    expect(settlementDueAt(Date.UTC(2026, 10, 16, 9, 30, 0, 7), holidays, 3)).toBe(Date.UTC(2026, 10, 19, 9, 30, 0, 7));
  });
});
