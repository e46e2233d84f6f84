import { expect, it } from "vitest";
import { workingDayBefore } from "./working-day.ts";

/** A time in Lagos as epoch ms. */
const lagos = (text: string): number => Date.parse(`${text}:00.000+01:00`);
const before = (text: string, ...holidays: string[]) => workingDayBefore(lagos(text), new Set(holidays));

it("goes back 24 hours within the week", () => {
  expect(before("2026-11-25T15:00")).toBe(lagos("2026-11-24T15:00"));
  expect(before("2026-11-25T00:00")).toBe(lagos("2026-11-24T00:00"));
});

it("leaves out weekends and public holidays", () => {
  expect(before("2026-11-23T09:00")).toBe(lagos("2026-11-20T09:00"));
  expect(before("2026-11-22T12:00")).toBe(lagos("2026-11-20T00:00"));
  expect(before("2026-11-25T09:00", "2026-11-24")).toBe(lagos("2026-11-23T09:00"));
});
