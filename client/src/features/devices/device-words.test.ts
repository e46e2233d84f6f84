import { expect, it } from "vitest";
import { isPhone, seenWords } from "./device-words.ts";

const seenAt = "2026-11-22T13:05:00.000Z";
const minutesLater = (minutes: number) => Date.parse(seenAt) + minutes * 60_000;

it.each([
  [0, "Seen in the last 10 minutes"],
  [10, "Seen in the last 10 minutes"],
  [11, "Seen 11 minutes ago"],
  [59, "Seen 59 minutes ago"],
  [60, "Seen 22 Nov, 14:05"],
  [-5, "Seen in the last 10 minutes"],
])("says %i minutes after the last use: %s", (minutes, words) => {
  expect(seenWords(seenAt, minutesLater(minutes))).toBe(words);
});

it("tells phones from computers", () => {
  expect(["Chrome on Android", "Safari on iOS"].map((device) => isPhone({ device }))).toEqual([true, true]);
  expect(["Chrome on Windows", "Unknown device"].map((device) => isPhone({ device }))).toEqual([false, false]);
});
