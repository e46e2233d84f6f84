import { expect, it } from "vitest";
import { lagosClock } from "../../lib/lagos-moment.ts";
import { extendedText, softCloseText } from "./soft-close-text.ts";

const now = Date.parse("2026-11-22T16:00:00.000Z");
const closing = {
  softClose: { windowSeconds: 120, capMinutes: 30 },
  endTime: "2026-11-22T17:00:00.000Z",
  latestEndTime: "2026-11-22T17:30:00.000Z",
};
const say = (change: Partial<typeof closing> = {}) => softCloseText({ ...closing, ...change }, now, lagosClock);

it("names the extension by late bids and the latest end, in Lagos time", () => {
  expect(say()).toBe("A bid in the last 2 minutes moves the end, until 18:30 at the latest");
  expect(say({ softClose: { windowSeconds: 45, capMinutes: 30 } })).toMatch(/^A bid in the last 45 seconds moves/);
});

it("includes the day when the latest end is not today", () => {
  expect(say({ latestEndTime: "2026-11-23T17:30:00.000Z" })).toMatch(/until 23 Nov, 18:30 at the latest$/);
});

it("reports a reached cap, and returns null without soft close", () => {
  expect(say({ endTime: closing.latestEndTime })).toBe("This is the latest end: bids no longer move it");
  expect(softCloseText({ ...closing, softClose: null, latestEndTime: null }, now, lagosClock)).toBeNull();
});

it("names the time by which a bid has extended the auction", () => {
  expect(extendedText(120_000)).toBe("Ends 2 minutes later");
  expect(extendedText(37_400)).toBe("Ends 37 seconds later");
  expect(extendedText(90_000)).toBe("Ends 90 seconds later");
  expect(extendedText(183_000)).toBe("Ends 3 minutes 3 seconds later");
  expect(extendedText(3)).toBe("Ends 1 second later");
});
