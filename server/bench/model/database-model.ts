// The database in the simulator: its auctions with their revisions and prices, the locks of their rows, the advisory
// lock, and the disk that a commit waits for.
import type { Costs } from "./costs.ts";
import { type Machine, type Simulation, Thread } from "./simulation.ts";

/** A batch writes this. */
interface Statement {
  readonly lots: readonly number[];
  /** The revision of each auction on which the batch was decided. */
  readonly decidedOn: ReadonlyMap<number, number>;
  /** The accepted bids of each auction, and its price after them. */
  readonly refused: number;
  readonly accepted: ReadonlyMap<number, { readonly bids: number; readonly price: number }>;
}

export class DatabaseModel {
  readonly revisions: Int32Array;
  readonly prices: Float64Array;
  readonly #simulation: Simulation;
  readonly #costs: Costs;
  readonly #machine: Machine;
  readonly #threads: Thread[] = [];
  readonly #log: Thread;
  /** Those who wait for each row's lock; null if nobody has it. */
  readonly #rows: ((() => void)[] | null)[];
  #isLocked = false;
  readonly #lockQueue: (() => void)[] = [];

  constructor(simulation: Simulation, machine: Machine, costs: Costs, lots: number) {
    this.#simulation = simulation;
    this.#machine = machine;
    this.#costs = costs;
    this.revisions = new Int32Array(lots);
    this.prices = new Float64Array(lots);
    this.#rows = Array.from({ length: lots }, () => null);
    this.#log = this.connect();
  }

  /** A connection is a process of the database. */
  connect(): Thread {
    const thread = new Thread(this.#machine);
    this.#threads.push(thread);
    return thread;
  }

  get busyUs(): number {
    return this.#threads.reduce((sum, { busyUs }) => sum + busyUs, 0);
  }

  /** The advisory lock, in the order of the requests. */
  lock(granted: () => void): void {
    if (this.#isLocked) {
      this.#lockQueue.push(granted);
      return;
    }
    this.#isLocked = true;
    granted();
  }

  unlock(): void {
    const next = this.#lockQueue.shift();
    if (next) next();
    else this.#isLocked = false;
  }

  /** The public log of so many bids. */
  writeLog(bids: number): void {
    this.#log.arrive(this.#costs.besideDatabase * bids);
  }

  /** Writes what is still decided on the stored revisions, and tells the auctions for which that is not so. */
  commit(connection: Thread, statement: Statement, done: (missed: ReadonlySet<number>) => void): void {
    const { lots, decidedOn, accepted, refused } = statement;
    const { statementDatabase, lotDatabase, bidDatabase, refusedDatabase, statementWaitMs, bidWaitMs } = this.#costs;
    connection.arrive(this.#simulation.vary(statementDatabase), () =>
      this.#takeRows(lots, () => {
        const missed = new Set(lots.filter((lot) => decidedOn.get(lot) !== this.revisions[lot]));
        const written = [...accepted].filter(([lot]) => !missed.has(lot));
        const bids = written.reduce((sum, [, one]) => sum + one.bids, 0);
        const us = lotDatabase * written.length + bidDatabase * bids + refusedDatabase * refused;
        connection.arrive(this.#simulation.vary(us), () => {
          // The disk sometimes takes longer, and mostly less long.
          const waitMs = -Math.log(1 - this.#simulation.random()) * (statementWaitMs + bidWaitMs * bids);
          this.#simulation.after(waitMs, () => {
            for (const [lot, { price }] of written) {
              this.revisions[lot] = (this.revisions[lot] ?? 0) + 1;
              this.prices[lot] = price;
            }
            this.#releaseRows(lots);
            done(missed);
          });
        });
      }),
    );
  }

  /** Every statement takes them in the same order. */
  #takeRows(lots: readonly number[], then: () => void): void {
    const inOrder = lots.toSorted((a, b) => a - b);
    const next = (at: number): void => {
      const lot = inOrder[at];
      if (lot === undefined) {
        then();
        return;
      }
      const waiting = this.#rows[lot];
      if (waiting) {
        waiting.push(() => next(at + 1));
        return;
      }
      this.#rows[lot] = [];
      next(at + 1);
    };
    next(0);
  }

  #releaseRows(lots: readonly number[]): void {
    for (const lot of lots) {
      const next = this.#rows[lot]?.shift();
      if (next) next();
      else this.#rows[lot] = null;
    }
  }
}
