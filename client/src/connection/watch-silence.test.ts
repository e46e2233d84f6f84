import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UsualGap, watchSilence } from "./watch-silence.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("allows 13 s at first and on a quiet lot, and 4 s on a lot with an event every half second", () => {
  const gap = new UsualGap();
  expect(gap.allowedMs(0)).toBe(13_000);
  let now = 0;
  for (let n = 0; n < 40; n += 1, now += 500) gap.event(now);
  expect(gap.allowedMs(now)).toBe(4_000);
  for (let n = 0; n < 40; n += 1, now += 20_000) gap.event(now);
  expect(gap.allowedMs(now)).toBe(13_000);
});

it("allows more and more silence in a lull, so that few checks are made", () => {
  const gap = new UsualGap();
  let now = 0;
  for (let n = 0; n < 40; n += 1, now += 500) gap.event(now);
  expect(gap.allowedMs(now + 11_500)).toBe(6_000);
  expect(gap.allowedMs(now + 60_000)).toBe(13_000);
});

it("checks the connection after a silence, and wakes it when the timers had stopped", async () => {
  const live = { silentMs: 0, check: vi.fn(async () => {}), wake: vi.fn(async () => {}) };
  const stop = watchSilence(live, { onAny: () => {} });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(live.check).not.toHaveBeenCalled();
  live.silentMs = 14_000;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(live.check).toHaveBeenCalledTimes(1);
  live.silentMs = 60_000;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(live.wake).toHaveBeenCalledTimes(1);
  stop();
});
