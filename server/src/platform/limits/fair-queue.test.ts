import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CREDIT_MS, FairQueue } from "./fair-queue.ts";

const DEAREST_MS = 50;
const ms = fc.integer({ min: 1, max: DEAREST_MS });
/** Others push and are served in any order before and while an address waits. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      address: fc.integer({ min: 1, max: 8 }).map(String),
      costMs: ms,
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ serve: fc.integer({ min: 1, max: 30 }) }) },
);
const steps = fc.array(step, { maxLength: 60 });

describe("a fair queue", () => {
  it("bounds the wait of an address by the number of other addresses, whatever they ask for", () => {
    fc.assert(
      fc.property(steps, ms, steps, (before, costMs, meanwhile) => {
        const queue = new FairQueue<string>();
        let servedMs = 0;
        let isServed = false;
        const serve = (): void => {
          const entry = queue.shift();
          if (!entry || isServed) return;
          if (entry.job === "visitor") isServed = true;
          else servedMs += entry.costMs;
        };
        const run = (all: typeof before): void => {
          for (const one of all) {
            if ("serve" in one) for (let n = 0; n < one.serve; n++) serve();
            else for (let n = 0; n < one.count; n++) queue.push(one.address, one.costMs, one.address);
          }
        };
        run(before);
        servedMs = 0;
        queue.push("visitor", costMs, "visitor");
        run(meanwhile);
        while (!isServed) serve();
        // Each of the eight others is due at most a credit before, and its last entry may be the dearest.
        expect(servedMs).toBeLessThanOrEqual(8 * (CREDIT_MS + DEAREST_MS));
      }),
      { numRuns: 500 },
    );
  });

  it("serves each address in order, each entry once, and knows what waits", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), ms), { maxLength: 200 }), (pushed) => {
        const queue = new FairQueue<number>();
        for (const [n, [address, costMs]] of pushed.entries()) queue.push(address, costMs, n);
        expect([queue.length, queue.waitingMs]).toEqual([pushed.length, pushed.reduce((sum, [, one]) => sum + one, 0)]);
        const served: number[] = [];
        for (let next = queue.shift(); next; next = queue.shift()) served.push(next.job);
        expect([...served].sort((a, b) => a - b)).toEqual(pushed.map((_, n) => n));
        for (const of of ["a", "b", "c"]) {
          const own = served.filter((n) => pushed[n]?.[0] === of);
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
        expect([queue.length, queue.waitingMs]).toEqual([0, 0]);
      }),
      { numRuns: 300 },
    );
  });

  it("serves addresses that flood evenly by cost", () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 1_000; n++) {
      queue.push("dear", 40, "dear");
      queue.push("cheap", 1, "cheap");
    }
    const got: Record<string, number> = { dear: 0, cheap: 0 };
    for (let n = 0; n < 500; n++) {
      const entry = queue.shift();
      if (entry) got[entry.job] = (got[entry.job] ?? 0) + entry.costMs;
    }
    expect(Math.abs((got.dear ?? 0) - (got.cheap ?? 0))).toBeLessThanOrEqual(40);
  });

  it("gives up the newest entry of the address with the most work, unless the asker has as much", () => {
    const queue = new FairQueue<string>();
    for (const n of [1, 2, 3]) queue.push("flooder", 10, `flood ${n}`);
    queue.push("visitor", 10, "page");
    expect(queue.popOfLongest("flooder", 10)).toBeUndefined();
    expect(queue.popOfLongest("visitor", 20)).toBeUndefined();
    expect(queue.popOfLongest("visitor", 10)?.job).toBe("flood 3");
    expect(queue.length).toBe(3);
  });
});
