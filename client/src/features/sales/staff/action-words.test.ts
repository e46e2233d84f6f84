import type { Sale } from "@jara/shared/rest/sales";
import { formatLagosTime } from "@jara/shared/time";
import { expect, it } from "vitest";
import { consequenceOf } from "./action-words.ts";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");
const FIRST = "2026-11-23T18:00:00.000Z";
const closing = (details: Partial<Sale>): string =>
  consequenceOf(
    "publish",
    {
      status: "draft",
      opensAt: null,
      closesAt: FIRST,
      spacingSeconds: 60,
      lotCount: 25,
      closing: "together",
      groupSize: 10,
      ...details,
    } as Sale,
    NOW,
  )[1] ?? "";

it("says when the last group closes before a sale in groups is published", () => {
  expect(closing({})).toBe(
    `The first closes ${formatLagosTime(FIRST)}, the last ${formatLagosTime("2026-11-23T18:02:00.000Z")}.`,
  );
  expect(closing({ closing: "in-order", groupSize: null })).toContain(formatLagosTime("2026-11-23T18:24:00.000Z"));
});

it.each([
  ["one group", { lotCount: 10 }],
  ["one lot", { lotCount: 1 }],
  ["no spacing", { spacingSeconds: 0 }],
])("names one time for a sale with %s", (_what, details) => {
  expect(closing(details)).toBe(`Bidding closes ${formatLagosTime(FIRST)}.`);
});
