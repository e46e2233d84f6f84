import { expect, it } from "vitest";
import { Latencies } from "./latencies.ts";

it("returns null without measurements", () => {
  const latencies = new Latencies();
  expect([latencies.summary(), latencies.percentile(99), latencies.takeInterval()]).toEqual([null, null, null]);
});

it("gives percentiles in milliseconds to three digits", () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 1000; ms++) latencies.record(ms);
  const summary = latencies.summary();
  expect(summary).toMatchObject({ count: 1000, max: expect.closeTo(1000, 0) });
  for (const [found, right] of [
    [summary?.p50, 500],
    [summary?.p90, 900],
    [summary?.p99, 990],
    [summary?.p999, 999],
    [summary?.mean, 500.5],
  ] as const) {
    expect(Math.abs((found ?? 0) - right) / right).toBeLessThan(0.002);
  }
});

it("counts several at once, a negative latency as 0, and a too long one as the longest", () => {
  const latencies = new Latencies();
  latencies.record(5, 99);
  latencies.record(-3);
  latencies.record(10_000_000);
  expect(latencies.count).toBe(101);
  expect(latencies.percentile(50)).toBeCloseTo(5, 1);
  expect(latencies.percentile(0)).toBe(0);
  expect((latencies.summary()?.max ?? 0) / 90_000).toBeCloseTo(1, 2);
});

it("returns a curve that only rises, as precisely as it counts", () => {
  const latencies = new Latencies();
  for (let i = 0; i < 5000; i++) latencies.record((i * 7919) % 1000);
  const curve = latencies.summary()?.curve ?? [];
  expect(curve.length).toBeGreaterThan(50);
  for (const [i, [percent, ms]] of curve.entries()) {
    expect(percent).toBeGreaterThan(i === 0 ? -1 : (curve[i - 1]?.[0] ?? 0));
    expect(ms).toBeGreaterThanOrEqual(curve[i - 1]?.[1] ?? 0);
  }
});

it("reports the last interval separately from the whole run", () => {
  const latencies = new Latencies();
  latencies.record(100);
  latencies.takeInterval();
  latencies.record(10);
  expect(latencies.takeInterval()).toEqual({ p50: expect.closeTo(10, 0), p99: expect.closeTo(10, 0) });
  expect(latencies.takeInterval()).toBeNull();
  expect(latencies.count).toBe(2);
});
