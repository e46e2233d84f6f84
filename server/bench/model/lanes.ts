// The admission of platform/limits/admission.ts in the simulator: lanes in which clients wait, eight started each tick of
// the node's loop, later steps first.
import type { Program, Simulation } from "./simulation.ts";

const STARTED_AT_ONCE = 8;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

class Lane {
  readonly #simulation: Simulation;
  readonly #bounds: { readonly underWay: number; readonly waiting: number };
  readonly #soon: () => void;
  readonly #queue: ((done: () => void) => void)[] = [];
  #head = 0;
  #underWay = 0;
  #everyMs = 1;
  #startedAt = 0;
  turnedAway = 0;

  constructor(simulation: Simulation, bounds: { underWay: number; waiting: number }, soon: () => void) {
    this.#simulation = simulation;
    this.#bounds = bounds;
    this.#soon = soon;
  }

  get waiting(): number {
    return this.#queue.length - this.#head;
  }

  /** `start` calls `done` when its job is done. Returns how long to wait (ms) if too many wait already. */
  run(start: (done: () => void) => void): number {
    if (this.waiting >= this.#bounds.waiting) {
      this.turnedAway += 1;
      const expectedMs = Math.min(Math.max(this.waiting * this.#everyMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
      return expectedMs * (0.5 + this.#simulation.random());
    }
    if (this.waiting === 0) this.#startedAt = this.#simulation.now;
    this.#queue.push(start);
    this.#soon();
    return 0;
  }

  startNext(): boolean {
    const next = this.#queue[this.#head];
    if (this.#underWay >= this.#bounds.underWay || !next) return false;
    this.#head += 1;
    const { now } = this.#simulation;
    this.#everyMs += (now - this.#startedAt - this.#everyMs) / 50;
    this.#startedAt = now;
    this.#underWay += 1;
    next(() => {
      this.#underWay -= 1;
      if (this.waiting > 0) this.#soon();
    });
    return true;
  }
}

interface Lanes {
  readonly watches: Lane;
  readonly sessions: Lane;
  readonly handshakes: Lane;
}

export const createLanes = (simulation: Simulation, node: Program): Lanes => {
  let isDue = false;
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    node.endOfTick(0, startSome);
  };
  const lanes: Lanes = {
    watches: new Lane(simulation, { underWay: 64, waiting: 5_000 }, soon),
    sessions: new Lane(simulation, { underWay: 32, waiting: 3_000 }, soon),
    handshakes: new Lane(simulation, { underWay: 32, waiting: 5_000 }, soon),
  };
  const inOrder = Object.values(lanes) as readonly Lane[];
  const startSome = (): void => {
    isDue = false;
    for (let started = 0; started < STARTED_AT_ONCE; started += 1) {
      if (!inOrder.some((lane) => lane.startNext())) return;
    }
    soon();
  };
  return lanes;
};

/** Reads that wait are read together by the next statement (platform/database/gather-reads.ts). */
export const gatherReads = (
  simulation: Simulation,
  { atOnce, everyMs }: { readonly atOnce: number; readonly everyMs: number },
  read: (count: number, done: () => void) => void,
): ((key: number, then: () => void) => void) => {
  const asked = new Map<number, (() => void)[]>();
  let isReading = false;
  let mayReadAt = 0;
  const next = (): void => {
    if (asked.size === 0) {
      isReading = false;
      return;
    }
    const earlyMs = mayReadAt - simulation.now;
    if (earlyMs > 0) {
      simulation.after(earlyMs, next);
      return;
    }
    mayReadAt = simulation.now + everyMs;
    const batch = [...asked].slice(0, atOnce);
    for (const [key] of batch) asked.delete(key);
    read(batch.length, () => {
      for (const [, waiting] of batch) for (const then of waiting) then();
      next();
    });
  };
  return (key, then) => {
    const waiting = asked.get(key);
    if (waiting) {
      waiting.push(then);
      return;
    }
    asked.set(key, [then]);
    if (isReading) return;
    isReading = true;
    next();
  };
};
