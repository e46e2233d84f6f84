import { expect, it } from "vitest";
import { judge, type Limits } from "./thresholds.ts";

const none: Limits = {
  maxP99AnswerMs: null,
  maxP99WatcherMs: null,
  minAcceptedPerSecond: null,
  maxLost: 0,
  maxUnknown: null,
  maxCatchUpMs: null,
};
const measured = { p99AnswerMs: 10, p99WatcherMs: 20, acceptedPerSecond: 30, lost: 0, unknown: 1, catchUpMs: 40 };
const kept = (limits: Partial<Limits>, change: Partial<Parameters<typeof judge>[1]> = {}) =>
  judge({ ...none, ...limits }, { ...measured, ...change }).map(({ isKept }) => isKept);

it("judges the given limits, and always the lost deliveries", () => {
  expect(judge(none, measured)).toEqual([
    { what: "deliveries and bids lost", limit: "at most 0", measured: "0", isKept: true },
  ]);
});

it("accepts a value exactly at its limit, and rejects one just beyond", () => {
  expect(kept({ maxP99AnswerMs: 10 })).toEqual([true, true]);
  expect(kept({ maxP99AnswerMs: 9.9 })).toEqual([false, true]);
  expect(kept({ maxP99WatcherMs: 19 })).toEqual([false, true]);
  expect(kept({ minAcceptedPerSecond: 30 })).toEqual([true, true]);
  expect(kept({ minAcceptedPerSecond: 30.1 })).toEqual([false, true]);
  expect(kept({}, { lost: 1 })).toEqual([false]);
  expect(kept({ maxLost: 1 }, { lost: 1 })).toEqual([true]);
  expect(kept({ maxUnknown: 0 })).toEqual([true, false]);
  expect(kept({ maxCatchUpMs: 39 })).toEqual([true, false]);
});

it("counts a limit as broken if its value could not be measured", () => {
  expect(kept({ maxP99AnswerMs: 10 }, { p99AnswerMs: null })).toEqual([false, true]);
  expect(kept({ maxCatchUpMs: 1000 }, { catchUpMs: null })).toEqual([true, false]);
});
