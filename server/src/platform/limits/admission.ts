/**
 * Who comes in, and when. Thousands of sockets that connect in the same second must not stand in the way of those who
 * are there and bid: so connecting, reading a token and the first look at an auction wait their turn here, in order of
 * arrival, and each turn of the event loop lets in a few. Bids never pass through here.
 *
 * Each step has a lane of its own, the last step before the first: whoever is halfway in is let in before the next one
 * is begun. A lane bounds how many are under way (they wait for the database) and how many may wait; whoever comes when
 * it is full is told to come back later, each at another time.
 */
export interface Admission {
  /** A WebSocket or long-polling session is opened. */
  readonly handshakes: Lane;
  /** A token is read. */
  readonly sessions: Lane;
  /** An auction is read for somebody who watches it from now on. */
  readonly watches: Lane;
  /** Something is read over REST. */
  readonly reads: Lane;
}

export interface LaneBounds {
  readonly underWay: number;
  readonly waiting: number;
}

/**
 * Under way: the answer to one statement lets so many go on in one turn of the event loop. Waiting: what is let in within
 * a few seconds (docs/decisions/0015-reconnect-storms.md), less than any client's patience.
 */
const BOUNDS: { readonly [name in keyof Admission]: LaneBounds } = {
  handshakes: { underWay: 32, waiting: 5_000 },
  sessions: { underWay: 32, waiting: 3_000 },
  watches: { underWay: 64, waiting: 5_000 },
  // The database has ten connections, or one: the others are for bids.
  reads: { underWay: 6, waiting: 5_000 },
};

/** Started in one turn of the event loop, in all lanes: some 3 ms, which is what a bid waits for them. */
const STARTED_AT_ONCE = 8;
/** How long those who are turned away stay away: as long as what waits will take, within these. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** What people read who are turned away. */
export const CROWDED = "Many are connecting right now. Please try again in a moment.";

export class TurnedAway {
  /** Another for each. */
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    this.retryAfterMs = retryAfterMs;
  }
}

export const createAdmission = (bounds: Partial<typeof BOUNDS> = {}): Admission => {
  const { handshakes, sessions, watches, reads } = { ...BOUNDS, ...bounds };
  let isDue = false;
  /** Asked for by a lane in which somebody may start. */
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(turn);
  };
  const admission = {
    watches: new Lane(watches, soon),
    sessions: new Lane(sessions, soon),
    handshakes: new Lane(handshakes, soon),
    reads: new Lane(reads, soon),
  };
  const lanes = Object.values(admission);
  /** Who reads and who only begins to come in take turns in being last. */
  const others = [admission.watches, admission.sessions, admission.reads, admission.handshakes];
  const turn = (): void => {
    isDue = false;
    for (let started = 0; started < STARTED_AT_ONCE; started += 1) {
      if (!(started % 2 === 0 ? lanes : others).some((lane) => lane.startNext())) return;
    }
    soon();
  };
  return admission;
};

export class Lane {
  readonly #bounds: LaneBounds;
  readonly #soon: () => void;
  /** Since the start. */
  turnedAway = 0;
  #queue: (() => Promise<void>)[] = [];
  /** Those before it have been started. */
  #head = 0;
  #underWay = 0;
  /** Smoothed time between two starts while somebody waits. */
  #everyMs = 1;
  #startedAt = 0;

  constructor(bounds: LaneBounds, soon: () => void) {
    this.#bounds = bounds;
    this.#soon = soon;
  }

  get waiting(): number {
    return this.#queue.length - this.#head;
  }

  /** Carries it out when it is its turn and settles as it does; `TurnedAway` at once where too many wait. */
  async run<T>(carryOut: () => Promise<T> | T): Promise<T | TurnedAway> {
    if (this.waiting >= this.#bounds.waiting) return this.#turnAway();
    return await new Promise<T>((resolve, reject) => {
      if (this.waiting === 0) this.#startedAt = performance.now();
      this.#queue.push(async () => {
        try {
          resolve(await carryOut());
        } catch (error) {
          reject(error);
        }
      });
      this.#soon();
    });
  }

  /** False where nobody waits or enough are under way. */
  startNext(): boolean {
    if (this.#underWay >= this.#bounds.underWay) return false;
    const next = this.#queue[this.#head];
    if (!next) return false;
    this.#head += 1;
    // Cut off now and then: to shift each of thousands would take longer than to let them in.
    if (this.#head >= 1_000 || this.#head === this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    const now = performance.now();
    this.#everyMs += (now - this.#startedAt - this.#everyMs) / 50;
    this.#startedAt = now;
    this.#underWay += 1;
    void next().then(() => {
      this.#underWay -= 1;
      if (this.waiting > 0) this.#soon();
    });
    return true;
  }

  #turnAway(): TurnedAway {
    this.turnedAway += 1;
    const expectedMs = Math.min(Math.max(this.waiting * this.#everyMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    return new TurnedAway(Math.round(expectedMs * (0.5 + Math.random())));
  }
}
