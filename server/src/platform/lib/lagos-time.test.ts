// Checks times as mails write them.
import { expect, it } from "vitest";
import { writtenLagosTime } from "./lagos-time.ts";

it.each([
  ["2026-11-21T13:05:00.000Z", "Sat 21 Nov 2026, 14:05 Lagos time"],
  ["2026-09-03T08:00:00.000Z", "Thu 3 Sep 2026, 09:00 Lagos time"],
  ["2026-12-31T23:30:00.000Z", "Fri 1 Jan 2027, 00:30 Lagos time"],
])("writes %s as %s", (iso, written) => {
  expect(writtenLagosTime(iso)).toBe(written);
});
