import fc from "fast-check";
import { expect, it } from "vitest";
import { addWork, type BusyPeriods, endOf } from "./busy-periods.ts";

const work = fc.record({ at: fc.integer({ min: 0, max: 1_000 }), lastsMs: fc.integer({ min: 1, max: 60 }) });
const orders = fc.array(work, { minLength: 1, maxLength: 40 }).chain((inOrder) =>
  fc.record({
    inOrder: fc.constant([...inOrder].sort((a, b) => a.at - b.at)),
    asHeard: fc.shuffledSubarray(inOrder, { minLength: inOrder.length, maxLength: inOrder.length }),
  }),
);
/** When a bucket is empty that learns of every event at once. */
const emptyAt = (inOrder: readonly { at: number; lastsMs: number }[]): number =>
  inOrder.reduce((end, { at, lastsMs }) => Math.max(end, at) + lastsMs, 0);

it("busy periods never end later than in the true order, and lose at most the content of one merged period", () => {
  fc.assert(
    fc.property(orders, ({ inOrder, asHeard }) => {
      const periods: BusyPeriods = [];
      for (const { at, lastsMs } of asHeard) addWork(periods, at, lastsMs, 1_000);
      const truth = emptyAt(inOrder);
      expect(endOf(periods)).toBeLessThanOrEqual(truth);
      expect(endOf(periods)).toBeGreaterThanOrEqual(truth - 50);
      for (let i = 1; i < periods.length; i++) expect(periods[i]).toBeGreaterThan(periods[i - 1] as number);
    }),
    { numRuns: 5_000 },
  );
});

it("busy periods are exact if every report comes in order", () => {
  fc.assert(
    fc.property(orders, ({ inOrder }) => {
      const periods: BusyPeriods = [];
      for (const { at, lastsMs } of inOrder) addWork(periods, at, lastsMs, at);
      expect(endOf(periods)).toBe(emptyAt(inOrder));
    }),
    { numRuns: 2_000 },
  );
});

it("busy periods stay few for a user who asks again and again, and are dropped seven seconds after they end", () => {
  const periods: BusyPeriods = [];
  for (let at = 0; at < 60_000; at += 3) addWork(periods, at, 2, at);
  expect(periods.length / 2).toBeLessThanOrEqual(142);
  addWork(periods, 70_000, 2, 70_000);
  expect(periods).toEqual([70_000, 70_002]);
});
