// Tests the simulator of bench/model against formulas and against the program's own rules.
import { describe, expect, test } from "vitest";
import { simulateBidding } from "../bench/model/bidding.ts";
import type { Costs } from "../bench/model/costs.ts";
import type { Market } from "../bench/model/market.ts";
import { Machine, Program, Simulation, Thread } from "../bench/model/simulation.ts";
import { solve } from "../bench/model/solve.ts";
import { simulateStorm } from "../bench/model/storm.ts";

const costs: Costs = {
  ...{ frameInNode: 15, deliveryNode: 8, roundTripClient: 20, deliveryClient: 5 },
  ...{ bidNode: 10, engineBidNode: 18, engineRefusedNode: 12, engineStatementNode: 400, engineLotNode: 15 },
  ...{
    engineBefore: 0.6,
    eventNode: 12,
    statementDatabase: 900,
    lotDatabase: 20,
    bidDatabase: 36,
    refusedDatabase: 5,
    besideDatabase: 0,
    logBidNode: 0,
  },
  ...{ statementWaitMs: 0.3, bidWaitMs: 0, lockNode: 200, lockDatabase: 150, reloadNode: 200, reloadDatabase: 200 },
  ...{ relayedNode: 3, relayRedis: 1, openNode: 250, openClient: 250, connectNode: 150 },
  ...{ connectClient: 40, tokenNode: 60, tokenDatabase: 300, watchNode: 120, watchClient: 40, readNode: 200 },
  ...{ readDatabase: 200, readAuctionNode: 20, readAuctionDatabase: 20, closeNode: 60, closeClient: 40 },
  ...{ acceptNode: 70, acceptClient: 70, refusedNode: 250, refusedClient: 250 },
  helpersShare: 0.1,
};

describe("the simulator", () => {
  test("random arrivals at one thread wait as long as the formula for M/D/1 says", () => {
    for (const load of [0.5, 0.8]) {
      const simulation = new Simulation(7);
      const thread = new Thread(new Machine(simulation, 1));
      const serviceMs = 1;
      let [waitedMs, count] = [0, 0];
      const arrive = (): void => {
        const at = simulation.now;
        thread.arrive(serviceMs * 1000, () => {
          waitedMs += simulation.now - at - serviceMs;
          count += 1;
        });
        simulation.after((-Math.log(1 - simulation.random()) * serviceMs) / load, arrive);
      };
      arrive();
      simulation.run(30_000);
      const formula = (load * serviceMs) / (2 * (1 - load));
      expect(waitedMs / count / formula).toBeGreaterThan(0.9);
      expect(waitedMs / count / formula).toBeLessThan(1.1);
    }
  });

  test("threads share the cores equally, and a core that is free helps nobody who has one", () => {
    const doneAt = (cores: number, works: readonly number[]): number[] => {
      const simulation = new Simulation();
      const machine = new Machine(simulation, cores);
      const done: number[] = [];
      for (const [i, us] of works.entries()) {
        new Thread(machine).arrive(us, () => {
          done[i] = simulation.now;
        });
      }
      simulation.run(1_000);
      return done.map((ms) => Math.round(ms * 1000) / 1000);
    };
    expect(doneAt(2, [1000])).toEqual([1]);
    expect(doneAt(2, [1000, 1000, 1000, 1000])).toEqual([2, 2, 2, 2]);
    // The short one is done when each has got 1 ms of a core; then the others have one each.
    expect(doneAt(2, [1000, 3000, 3000])).toEqual([1.5, 3.5, 3.5]);
  });

  test("a tick of an event loop ends before what arrived in it is handled, and microtasks come at once", () => {
    const simulation = new Simulation();
    const program = new Program(new Machine(simulation, 1), 0);
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    program.arrive(10, () => {
      order.push("first");
      program.endOfTick(10, () => {
        order.push("end");
        program.endOfTick(10, note("end of the next tick"));
      });
      program.atOnce(10, note("at once"));
      program.arrive(10, note("next tick"));
    });
    program.arrive(10, note("second"));
    simulation.run(1);
    // The second arrived while the first was at work.
    expect(order).toEqual(["first", "at once", "end", "second", "next tick", "end of the next tick"]);
  });

  test("helping threads take their share of the work beside the loop", () => {
    const simulation = new Simulation();
    const program = new Program(new Machine(simulation, 2), 0.25);
    let doneAt = 0;
    program.arrive(1000, () => {
      doneAt = simulation.now;
    });
    simulation.run(10);
    expect(doneAt).toBeCloseTo(0.75);
    expect(program.busyUs).toBeCloseTo(1000);
  });

  test("equations are solved", () => {
    const found = solve(
      [
        [0, 2, 1],
        [1, 1, 1],
        [3, 0, -1],
      ],
      [7, 6, 0],
    );
    for (const [i, value] of [1, 2, 3].entries()) expect(found[i]).toBeCloseTo(value);
  });
});

const market: Market = {
  ...{ costs, nodes: 1, biddingNodes: 1, bidders: 60, ears: () => [0], window: 8 },
  ...{ lots: 60, lotOf: (bidder) => bidder, hasRedis: false, hasLog: false, cores: { shared: 4 }, ms: 500 },
};

describe("simulated bids", () => {
  test("come in larger batches the more they are, and then wait longer", () => {
    const [few, many] = [5, 100].map((perBidder) => simulateBidding({ ...market, perBidder }));
    expect(few?.perSecond).toBeGreaterThan(60 * 5 * 0.8);
    expect(many?.perSecond).toBeGreaterThan(60 * 100 * 0.9);
    expect(few?.batch).toBeLessThan(2);
    expect(many?.batch).toBeGreaterThan(10);
    expect(many?.medianMs).toBeGreaterThan(few?.medianMs ?? 0);
  });

  test("take the cores that their costs say", () => {
    const { perSecond, statementsPerSecond, busy } = simulateBidding({ ...market, ms: 2_000 });
    const lots = statementsPerSecond * 60;
    const database = 36 * perSecond + 900 * statementsPerSecond + 20 * lots;
    expect((busy.database * 1e6) / database).toBeGreaterThan(0.9);
    expect((busy.database * 1e6) / database).toBeLessThan(1.1);
    expect(busy.nodes + busy.database + busy.clients).toBeLessThan(4);
  });

  test("gain nothing from further cores once the node's thread and the database wait for each other", () => {
    const [two, sixteen] = [2, 16].map((shared) => simulateBidding({ ...market, cores: { shared } }).perSecond);
    expect((sixteen ?? 0) / (two ?? 1)).toBeLessThan(1.5);
  });

  test("are all written, one node after the other and with hardly a miss, if three nodes bid on one hot auction", () => {
    const hot = { ...market, nodes: 3, biddingNodes: 3, ears: (i: number) => [i % 3], lots: 1, lotOf: () => 0 };
    const { misses, statementsPerSecond, perSecond } = simulateBidding({ ...hot, hasRedis: true, ms: 1_500 });
    expect(perSecond).toBeGreaterThan(5_000);
    expect(misses).toBeLessThan(statementsPerSecond / 10);
  });

  test("are overtaken by higher ones if a bidder sends several at once, as a node reads one of a socket in each tick", () => {
    const hot = { ...market, lots: 1, lotOf: () => 0 };
    const accepted = (window: number): number => simulateBidding({ ...hot, window }).accepted;
    expect(accepted(1)).toBeGreaterThan(0.9);
    expect(accepted(8)).toBeLessThan(0.7);
  });

  test("are the same again with the same seed", () => {
    const open = { ...market, perBidder: 20, seed: 3 };
    expect(simulateBidding(open)).toEqual(simulateBidding(open));
    expect(simulateBidding(open)).not.toEqual(simulateBidding({ ...open, seed: 4 }));
  });
});

describe("a simulated storm", () => {
  const storm = { costs, connections: 500, lots: 50, signedIn: 5, users: 100, cores: { shared: 2 } };

  test("brings everybody back, not sooner than the node's work allows", () => {
    const { halfMs, p99Ms, allMs, busy, turnedAway, dropped } = simulateStorm(storm);
    expect(halfMs).toBeLessThan(p99Ms);
    expect(p99Ms).toBeLessThanOrEqual(allMs);
    expect(busy.node).toBeGreaterThan(500 * (0.25 + 0.07 + 0.15 + 0.12 + 0.06) * 0.99);
    expect(allMs).toBeGreaterThan(busy.node * 0.8);
    expect(dropped).toBe(0);
    expect(turnedAway).toEqual({ handshakes: 0, sessions: 0, watches: 0 });
  });

  test("overflows the system's queue if it is large, and whoever is dropped comes later", () => {
    const { dropped, turnedAway, allMs, busy } = simulateStorm({
      ...{ ...storm, connections: 7_500, cores: { node: 1, networkMs: 1 } },
      costs: { ...costs, acceptClient: 0, openClient: 0, connectClient: 0, watchClient: 0 },
    });
    expect(dropped).toBeGreaterThan(0);
    // The node accepts one connection each tick, so nobody has to wait long in its lanes.
    expect(turnedAway.handshakes).toBe(0);
    expect(allMs).toBeGreaterThan(busy.node * 0.8);
  });
});
