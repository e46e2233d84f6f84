import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerWithin } from "./answer-within.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("aborts when the answer takes too long, and not before", () => {
  const signal = answerWithin(undefined, 20_000);
  vi.advanceTimersByTime(19_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toEqual(new Error("No answer came in time"));
});

it("aborts with the signal that it was given, with its reason", () => {
  const given = new AbortController();
  const signal = answerWithin(given.signal);
  given.abort("left");
  expect(signal.reason).toBe("left");
  expect(vi.getTimerCount()).toBe(0);
  expect(answerWithin(given.signal).reason).toBe("left");
});
