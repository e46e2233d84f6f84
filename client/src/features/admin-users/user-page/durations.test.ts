import { expect, it } from "vitest";
import { untilOf } from "./durations.ts";

it("a suspension ends after its days, or never by itself", () => {
  const now = Date.parse("2026-11-21T13:05:00.000Z");
  expect(untilOf("7", now)).toBe("2026-11-28T13:05:00.000Z");
  expect(untilOf("lifted", now)).toBeNull();
});
