import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inSameTime } from "./same-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => Promise.reject(new Error("away"));
const slow = () => new Promise((resolve) => setTimeout(resolve, 100, "slow"));

it.each([
  ["quick work", async () => "quick", "quick"],
  ["slow work", slow, "slow"],
  ["a failure", away, "away"],
])("answers %s after the same time", async (_what, work, expected) => {
  let answer: unknown = "none yet";
  inSameTime(work).then(
    (value) => {
      answer = value;
    },
    (error: Error) => {
      answer = error.message;
    },
  );
  await vi.advanceTimersByTimeAsync(249);
  expect(answer).toBe("none yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBe(expected);
});

it("answers work that takes longer once it is done", async () => {
  let answer: unknown = "none yet";
  void inSameTime(() => new Promise((resolve) => setTimeout(resolve, 900, "late"))).then((value) => {
    answer = value;
  });
  await vi.advanceTimersByTimeAsync(899);
  expect(answer).toBe("none yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBe("late");
});
