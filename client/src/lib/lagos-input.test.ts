import { expect, it } from "vitest";
import { isoToLagos, lagosToIso } from "./lagos-input.ts";

// S370
it("reads a typed time as Lagos time, also across midnight and the year's end", () => {
  expect(lagosToIso("2026-11-22T15:30")).toBe("2026-11-22T14:30:00.000Z");
  expect(lagosToIso("2027-01-01T00:15")).toBe("2026-12-31T23:15:00.000Z");
  expect(lagosToIso("2026-06-30T23:59:30")).toBe("2026-06-30T22:59:30.000Z");
});

it("shows a time as Lagos time, to the minute", () => {
  expect(isoToLagos("2026-12-31T23:15:42.123Z")).toBe("2027-01-01T00:15");
  expect(isoToLagos("2026-07-01T01:00:00+02:00")).toBe("2026-07-01T00:00");
  expect(lagosToIso(isoToLagos("2026-11-22T14:30:00.000Z"))).toBe("2026-11-22T14:30:00.000Z");
});

it("returns null when there is no time", () => {
  for (const typed of ["", "tomorrow", "2026-13-40T10:00", "2026-11-22"]) expect(lagosToIso(typed)).toBeNull();
  for (const iso of [null, undefined, "", "tomorrow"]) expect(isoToLagos(iso)).toBe("");
});
