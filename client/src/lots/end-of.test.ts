import { expect, it } from "vitest";
import { endOf } from "./end-of.ts";

const endTime = "2026-11-21T12:00:00.000Z";
const [earlier, later] = ["2026-11-21T11:00:00.000Z", "2026-11-21T13:00:00.000Z"];

it.each([
  ["the planned end of an open lot", { status: "active", updatedAt: earlier }, endTime],
  ["the end of a lot that closed on time, also after a later change", { status: "ended", updatedAt: later }, endTime],
  ["the sale of a lot that was bought before its end", { status: "sold", updatedAt: earlier }, earlier],
  ["the cancellation of a lot before its end", { status: "cancelled", updatedAt: earlier }, earlier],
  ["the end that staff are told", { status: "ended", updatedAt: later, endedAt: earlier }, earlier],
] as const)("returns %s", (_what, lot, expected) => {
  expect(endOf({ endTime, ...lot })).toBe(expected);
});
