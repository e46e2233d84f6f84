import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saver } from "../store/saver.ts";
import { keepClock } from "./keep-clock.ts";

const HOUR_MS = 3_600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  saver.setState(false, true);
  vi.useRealTimers();
});

it("measures every 3 minutes while live, and every half hour in data saver", async () => {
  const live = { state: "live" as "live" | "reconnecting", syncClock: vi.fn(async () => {}) };
  const stop = keepClock(live);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(live.syncClock).toHaveBeenCalledTimes(20);
  saver.setState(true, true);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(live.syncClock).toHaveBeenCalledTimes(22);
  saver.setState(false, true);
  live.state = "reconnecting";
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(live.syncClock).toHaveBeenCalledTimes(22);
  stop();
});
