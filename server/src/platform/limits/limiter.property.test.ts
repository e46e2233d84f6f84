// Tests limits over three nodes with random histories, in which reports arrive late, twice, or not at all.
import fc from "fast-check";
import { expect, it } from "vitest";
import { seedOfRun, timesOf } from "../../../test/support/random-histories.ts";
import { createLimiter, type Limit, type Limiter } from "./limiter.ts";
import { receiveSpending } from "./share-spending.ts";

const NODES = 3;
const REPORT_EVERY_MS = 100;

const limits = fc.record({
  burst: fc.integer({ min: 1, max: 40 }),
  perSecond: fc.constantFrom(1 / 30, 0.5, 2, 20, 500),
});
/** Each step: a client waits, then makes some requests at its node, or at another one after moving. */
const steps = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4_000 })),
    tries: fc.integer({ min: 1, max: 50 }),
    moveBy: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: NODES - 1 })),
  }),
  { minLength: 1, maxLength: 60 },
);
/** The fate of one report to one node: its delay, and whether it arrives once, twice or never. */
const fates = fc.array(
  fc.record({ lateMs: fc.integer({ min: 0, max: 3_500 }), copies: fc.constantFrom(0, 1, 1, 1, 2) }),
  { minLength: 1, maxLength: 20 },
);

/** Nodes with a simulated clock and network. `skewMs` is the error of each node's clock. */
const startNodes = (limit: Limit, fateOf: () => { lateMs: number; copies: number }, skewMs: readonly number[]) => {
  let now = 0;
  const due: { at: number; run: () => void }[] = [];
  const nodes = Array.from({ length: NODES }, (_, self) => {
    const unreported = new Map<string, { count: number; since: number }>();
    const limiter = createLimiter(
      (_limit, key) =>
        unreported.set(key, { since: now, ...unreported.get(key), count: (unreported.get(key)?.count ?? 0) + 1 }),
      () => now,
    );
    return { self, limiter, unreported, receive: receiveSpending(limiter), number: 0, skew: skewMs[self] ?? 0 };
  });
  const report = (): void => {
    for (const node of nodes) {
      if (node.unreported.size === 0) continue;
      node.number += 1;
      const spending = {
        [limit.name]: [...node.unreported].map(([key, of]) => [key, of.count, now - of.since] as const),
      };
      node.unreported.clear();
      const report = { spending, rates: { [limit.name]: limit.perSecond }, number: node.number, at: now + node.skew };
      for (const other of nodes) {
        if (other === node) continue;
        const { lateMs, copies } = fateOf();
        for (let copy = 0; copy < copies; copy++) {
          const run = () => other.receive(String(node.self), report, now + other.skew);
          due.push({ at: now + lateMs * (copy + 1), run });
        }
      }
    }
  };
  let reportedAt = 0;
  const wait = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      due.sort((a, b) => a.at - b.at);
      const next = Math.min(reportedAt + REPORT_EVERY_MS, due[0]?.at ?? Number.POSITIVE_INFINITY);
      if (next > until) break;
      now = Math.max(now, next);
      if (reportedAt + REPORT_EVERY_MS <= now) {
        reportedAt += REPORT_EVERY_MS;
        report();
      }
      while (due[0] && due[0].at <= now) due.shift()?.run();
    }
    now = until;
  };
  const limiters: readonly Limiter[] = nodes.map(({ limiter }) => limiter);
  return { limiters, wait, now: () => now };
};

const turning = <T>(all: readonly T[]): (() => T) => {
  let n = 0;
  return () => all[n++ % all.length] as T;
};
const skews = fc.array(fc.integer({ min: -120, max: 120 }), { minLength: NODES, maxLength: NODES });
const bids = ({ burst, perSecond }: { burst: number; perSecond: number }): Limit => ({
  name: "bids",
  burst,
  perSecond,
});

it("several nodes never refuse what a single node would have allowed", () => {
  let passed = 0;
  let moves = 0;
  fc.assert(
    fc.property(limits, steps, fates, skews, (numbers, history, fate, skewMs) => {
      const limit = bids(numbers);
      const { limiters, wait, now } = startNodes(limit, turning(fate), skewMs);
      // A single node that sees everything decides who keeps within the limit.
      const judge = createLimiter(undefined, now);
      let at = 0;
      for (const { waitMs, tries, moveBy } of history) {
        wait(waitMs);
        at = (at + moveBy) % NODES;
        moves += moveBy > 0 ? 1 : 0;
        for (let n = 0; n < tries && judge.waitMs(limit, "ada") === 0; n++) {
          judge.take([limit, "ada"]);
          expect(limiters[at]?.take([limit, "ada"])).toBe(0);
          passed += 1;
        }
      }
    }),
    { numRuns: timesOf(15), seed: seedOfRun() },
  );
  process.stdout.write(`  within the limit over three nodes: ${passed} tried after ${moves} moves, 0 bad\n`);
});

it("spreading over nodes gains at most one burst for each node and the delay of its reports", () => {
  const LATE_MS = 300;
  const prompt = fc.array(
    fc.record({ lateMs: fc.integer({ min: 0, max: LATE_MS - REPORT_EVERY_MS }), copies: fc.constant(1) }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(limits, prompt, fc.integer({ min: 1, max: 60 }), skews, (numbers, fate, everyMs, skewMs) => {
      const limit = bids(numbers);
      const { limiters, wait, now } = startNodes(limit, turning(fate), skewMs);
      let passed = 0;
      while (now() < 30_000) {
        for (const limiter of limiters) if (limiter.take([limit, "ada"]) === 0) passed += 1;
        wait(everyMs);
      }
      const { burst, perSecond } = limit;
      const inTime = burst + (perSecond * now()) / 1000;
      // A client that tries all nodes as often as possible gains, once, what each node let through before the reports
      // arrived.
      const unheard = NODES * (burst + (perSecond * LATE_MS) / 1000 + 1);
      expect(passed).toBeLessThanOrEqual(inTime + unheard);
    }),
    { numRuns: timesOf(2), seed: seedOfRun() },
  );
});
