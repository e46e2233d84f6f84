/**
 * Limits how fast clients are admitted, so that thousands of sockets that connect in the same second do not delay those
 * who are bidding. Connecting, reading a token and the first read of an auction wait here in order of arrival, and each
 * event-loop tick starts a few of them. Bids must never pass through here.
 *
 * Each step has a queue of its own, called a lane. Later steps go first: a client that is half admitted is finished
 * before the next one is started. A lane limits how many run at once (they wait for the database) and how many may
 * wait. A client that finds the lane full is told to come back later, each client at a different time.
 */
export interface Admission {
  /** Opening a WebSocket or a long-polling session. */
  readonly handshakes: Lane;
  /** Reading a token. */
  readonly sessions: Lane;
  /** Reading an auction for a client that starts to watch it. */
  readonly watches: Lane;
  /** Reading over REST. */
  readonly reads: Lane;
}

export interface LaneBounds {
  readonly underWay: number;
  readonly waiting: number;
}

/**
 * `underWay`: the answer to one statement may continue this many in one event-loop tick. `waiting`: as many as are
 * admitted within a few seconds (docs/decisions/0015-reconnect-storms.md), which is less than any client's timeout.
 */
const BOUNDS: { readonly [name in keyof Admission]: LaneBounds } = {
  handshakes: { underWay: 32, waiting: 5_000 },
  sessions: { underWay: 32, waiting: 3_000 },
  watches: { underWay: 64, waiting: 5_000 },
  // The database has ten connections, or one. The other connections are for bids.
  reads: { underWay: 6, waiting: 5_000 },
};

/**
 * The number started in one event-loop tick, over all lanes. It takes about 3 ms, which is how long a bid waits for
 * them.
 */
const STARTED_AT_ONCE = 8;
/** Bounds of the wait that a rejected client is given. The wait is as long as the queue will take. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** The message for rejected clients. */
export const CROWDED = "Many are connecting right now. Please try again in a moment.";

export class TurnedAway {
  /** Different for each client. */
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    this.retryAfterMs = retryAfterMs;
  }
}

export const createAdmission = (bounds: Partial<typeof BOUNDS> = {}): Admission => {
  const { handshakes, sessions, watches, reads } = { ...BOUNDS, ...bounds };
  let isDue = false;
  /** Called by a lane that may start a job. */
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(startSome);
  };
  const admission = {
    watches: new Lane(watches, soon),
    sessions: new Lane(sessions, soon),
    handshakes: new Lane(handshakes, soon),
    reads: new Lane(reads, soon),
  };
  const lanes = Object.values(admission);
  /** Reads and handshakes alternate in being last. */
  const others = [admission.watches, admission.sessions, admission.reads, admission.handshakes];
  const startSome = (): void => {
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
  /** Since the start of the process. */
  turnedAway = 0;
  #queue: (() => Promise<void>)[] = [];
  /** The index of the first job that is not started. */
  #head = 0;
  #underWay = 0;
  /** The smoothed time between two starts while jobs are waiting. */
  #everyMs = 1;
  #startedAt = 0;

  constructor(bounds: LaneBounds, soon: () => void) {
    this.#bounds = bounds;
    this.#soon = soon;
  }

  get waiting(): number {
    return this.#queue.length - this.#head;
  }

  /** Runs the job in order of arrival, and settles as the job does. Returns `TurnedAway` at once if too many wait. */
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

  /** Returns false if no job waits or enough are running. */
  startNext(): boolean {
    if (this.#underWay >= this.#bounds.underWay) return false;
    const next = this.#queue[this.#head];
    if (!next) return false;
    this.#head += 1;
    // Drop the started jobs from time to time, because shifting each of thousands would take longer than running them.
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
