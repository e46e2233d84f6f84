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
    for (const n of [1, 2]) queue.push("visitor", 10, `page ${n}`);
    expect(queue.popLast("flooder")).toBeUndefined();
    expect(queue.popLast("visitor")).toBeUndefined();
    expect(queue.popLast("other")?.job).toBe("flood 3");
    expect([queue.length, queue.waitingMs]).toEqual([4, 40]);
    // The flooder's next entry takes the place of the one that was given up.
    queue.push("flooder", 10, "flood 4");
    expect(Array.from({ length: 5 }, () => queue.shift()?.job)).toEqual([
      "flood 1",
      "page 1",
      "flood 2",
      "page 2",
      "flood 4",
    ]);
  });

  const host = (network: number, subnet: number) => `2001:db8:${network.toString(16)}:${subnet.toString(16)}::/64`;

  it("serves all addresses of a /48 together like four others, however many they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), ms, (addresses, costMs) => {
        const queue = new FairQueue<string>();
        for (let n = 0; n < 20_000 / costMs; n++) {
          queue.push(host(1, n % addresses), costMs, "customer");
          queue.push("198.51.100.7", costMs, "other");
        }
        const got: Record<string, number> = { customer: 0, other: 0 };
        for (let served = 0; served < 10_000; served += costMs) {
          const entry = queue.shift();
          if (entry) got[entry.job] = (got[entry.job] ?? 0) + entry.costMs;
        }
        const share = Math.min(addresses, 4);
        expect(Math.abs((got.customer ?? 0) - share * (got.other ?? 0))).toBeLessThanOrEqual(
          2 * share * costMs + costMs,
        );
      }),
      { numRuns: 30 },
    );
  });

  it("serves a neighbour in the /48 before most of what one address of it flooded", () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 400; n++) queue.push(host(1, 1), 10, "flood");
    queue.push(host(1, 2), 10, "neighbour");
    queue.push(host(2, 1), 10, "visitor");
    const order = Array.from({ length: 402 }, () => queue.shift()?.job);
    expect(order.indexOf("visitor")).toBe(1);
    expect(order.indexOf("neighbour")).toBeLessThanOrEqual(102);
  });

  it("gives up entries of a /48 with many addresses for a visitor, though each of them has little", () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 1_000; n++) queue.push(host(1, n), 10, "customer");
    for (let n = 0; n < 20; n++) {
      expect(queue.popLast("198.51.100.7")?.job).toBe("customer");
      queue.push("198.51.100.7", 10, "visitor");
    }
    expect(queue.length).toBe(1_000);
  });
});
