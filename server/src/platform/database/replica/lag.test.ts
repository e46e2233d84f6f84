import { expect, it } from "vitest";
import { LagClock } from "./lag.ts";

it("is nothing while the replica shows the newest position, however long nobody committed", () => {
  const lag = new LagClock();
  for (const at of [0, 1, 2, 600]) lag.note(at, 5_000);
  expect(lag.behind(600, 5_000)).toBe(0);
  expect(lag.behind(600, 9_000)).toBe(0);
});

it("counts from when the primary was first seen with what the replica does not show", () => {
  const lag = new LagClock();
  lag.note(10, 100);
  lag.note(11, 200);
  lag.note(12, 300);
  expect(lag.behind(12.5, 200)).toBe(0.5);
  expect(lag.behind(12.5, 150)).toBe(1.5);
});

it("keeps counting when the replica is further behind than the clock remembers", () => {
  const lag = new LagClock();
  for (let at = 0; at < 500; at += 1) lag.note(at, at);
  expect(lag.behind(499, 3)).toBeGreaterThan(80);
});
