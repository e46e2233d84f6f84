/**
 * Admits work so that it does not delay those who are bidding: what all outsiders together ask for takes at most half
 * of the thread that answers bids, and each event-loop tick starts a few milliseconds of it. Bids over sockets must
 * never pass through here.
 *
 * Each kind of work has a queue of its own, called a bulkhead, which is fair by address. A bulkhead limits how much runs at once
 * (it waits for the database) and how much may wait. A client that finds the bulkhead full is told to come back later, each
 * client at a different time. Nothing waits on a calm server.
 */
import { FairQueue } from "./fair-queue.ts";
import { ThreadShare } from "./thread-share.ts";

export interface Admission {
  /** Requests over HTTP that bid, pay or log in. They have a share of their own, so that they do not wait for others. */
  readonly commands: Bulkhead;
  /** Opening a WebSocket or a long-polling session. */
  readonly handshakes: Bulkhead;
  /** Reading a token. */
  readonly sessions: Bulkhead;
  /** Reading an auction for a client that starts to watch it. */
  readonly watches: Bulkhead;
  /** Reading from the database over HTTP. */
  readonly reads: Bulkhead;
  /** Pictures and PDF files, which wait for another thread. So reads do not wait behind them. */
  readonly drawings: Bulkhead;
  /** All other requests over HTTP. */
  readonly others: Bulkhead;
}

/** The bulkheads of requests over HTTP. */
export type HttpBulkheads = Pick<Admission, "commands" | "reads" | "drawings" | "others">;

export interface BulkheadBounds {
  readonly underWay: number;
  readonly waiting: number;
}

/**
 * `underWay`: the answer to one statement may continue this many in one event-loop tick. `waiting`: as many as are
 * admitted within a few seconds (docs/decisions/0015-reconnect-storms.md), which is less than any client's timeout.
 */
const BOUNDS: { readonly [name in keyof Admission]: BulkheadBounds } = {
  commands: { underWay: Number.POSITIVE_INFINITY, waiting: 5_000 },
  handshakes: { underWay: 32, waiting: 5_000 },
  sessions: { underWay: 32, waiting: 3_000 },
  watches: { underWay: 64, waiting: 5_000 },
  // The database has ten connections, or one. The other connections are for bids.
  reads: { underWay: 6, waiting: 5_000 },
  // One is drawn while the other is read. A drawing takes up to a second.
  drawings: { underWay: 2, waiting: 20 },
  others: { underWay: Number.POSITIVE_INFINITY, waiting: 5_000 },
};

/** The parts of the thread's time. Bids over sockets take what they need of the rest, and shrink the share of others. */
const SHARE_OF_COMMANDS = 3 / 4;
const SHARE_OF_OTHERS = 1 / 2;
/** The work that one event-loop tick starts, over all bulkheads but that of commands: so long a bid waits for it. */
const STARTED_IN_TICK_MS = 3;
/** The cost of a handshake, a token or a watch: eight of them in a tick. */
const SOCKET_STEP_MS = STARTED_IN_TICK_MS / 8;
/** Work that waits in one bulkhead. It is done within ten seconds. */
const WAITING_MS = 5_000;
/** Bounds of the wait that a rejected client is given. The wait is as long as the queue will take. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;
/**
 * The part of the time that goes to the bulkheads in reverse order, so that no flood of one kind stops another kind. By time
 * and not by starts, because one page needs forty files and a flood of dear reads has few starts.
 */
const REVERSED_PART = 1 / 4;

const NEVER = Number.POSITIVE_INFINITY;

/** The message for rejected clients. */
export const CROWDED = "Many are connecting right now. Please try again in a moment.";

export class TurnedAway {
  /** Different for each client. */
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Asker {
  /** The address whose turn the work takes. */
  readonly address: string;
  /** The thread's time that the work takes at least. Unless given: that of a step of a new connection. */
  readonly costMs?: number;
}

export interface AdmissionOptions {
  readonly bounds?: Partial<typeof BOUNDS>;
  /** Whether the shares of the thread are bounded. */
  readonly isLimited?: boolean;
  readonly now?: () => number;
}

export const createAdmission = ({ bounds, isLimited = true, now }: AdmissionOptions = {}): Admission => {
  const all = { ...BOUNDS, ...bounds };
  const shareOf = (share: number) => new ThreadShare(isLimited ? share : Number.POSITIVE_INFINITY, now);
  const ofCommands = shareOf(SHARE_OF_COMMANDS);
  const ofOthers = shareOf(SHARE_OF_OTHERS);
  const starter = new Starter(now);
  const bulkhead = (name: keyof Admission, share = ofOthers) => new Bulkhead(all[name], share, () => starter.start());
  const admission: Admission = {
    commands: bulkhead("commands", ofCommands),
    // A client that is halfway through is finished before the next one is started.
    watches: bulkhead("watches"),
    sessions: bulkhead("sessions"),
    handshakes: bulkhead("handshakes"),
    reads: bulkhead("reads"),
    drawings: bulkhead("drawings"),
    others: bulkhead("others"),
  };
  starter.serve(admission);
  return admission;
};

/** Starts the jobs of all bulkheads. */
class Starter {
  readonly #now: () => number;
  #commands: readonly Bulkhead[] = [];
  /** These have one share together. */
  #bulkheads: readonly Bulkhead[] = [];
  #reversed: readonly Bulkhead[] = [];
  #startedInTickMs = 0;
  #isTickUnderWay = false;
  /** Since the start of the process: all work, and that in reverse order. */
  #startedMs = 0;
  #reversedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer is due. */
  #dueAt = NEVER;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  serve({ commands, ...others }: Admission): void {
    this.#commands = [commands];
    this.#bulkheads = Object.values(others);
    this.#reversed = this.#bulkheads.toReversed();
  }

  /** Starts what may start now, and comes back for the rest. */
  start(): void {
    for (const bulkhead of this.#commands) while (bulkhead.mayStart()) bulkhead.startNext();
    while (this.#startedInTickMs < STARTED_IN_TICK_MS) {
      const isReversed = this.#reversedMs < this.#startedMs * REVERSED_PART;
      const next = (isReversed ? this.#reversed : this.#bulkheads).find((bulkhead) => bulkhead.mayStart());
      if (!next) break;
      const ms = next.startNext();
      this.#startedMs += ms;
      if (isReversed) this.#reversedMs += ms;
      this.#startedInTickMs += ms;
      this.#endTick();
    }
    this.#comeBack();
  }

  /** The next tick may start as much again. */
  #endTick(): void {
    if (this.#isTickUnderWay) return;
    this.#isTickUnderWay = true;
    setImmediate(() => {
      this.#isTickUnderWay = false;
      this.#startedInTickMs = 0;
      this.start();
    });
  }

  /** Comes back when a share is free again. A bulkhead that waits for its own work comes back when that ends. */
  #comeBack(): void {
    const stopped = (bulkheads: readonly Bulkhead[]) => bulkheads.find(({ isStopped }) => isStopped)?.share;
    const [ofCommands, ofOthers] = [stopped(this.#commands), stopped(this.#bulkheads)];
    const waitMs = Math.min(ofCommands?.waitMs() ?? NEVER, ofOthers?.waitMs() ?? NEVER);
    const dueAt = this.#now() + waitMs;
    if (waitMs === 0) this.#endTick();
    if (waitMs === 0 || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = NEVER;
      ofOthers?.noteLate(this.#now() - dueAt);
      this.start();
    }, waitMs);
  }
}

export class Bulkhead {
  readonly share: ThreadShare;
  readonly #bounds: BulkheadBounds;
  readonly #start: () => void;
  readonly #queue = new FairQueue<{ readonly carryOut: () => Promise<void>; readonly turnAway: () => void }>();
  /** Since the start of the process. */
  turnedAway = 0;
  #underWay = 0;
  /** The smoothed time between two starts while jobs are waiting. */
  #everyMs = 1;
  #startedAt = 0;

  constructor(bounds: BulkheadBounds, share: ThreadShare, start: () => void) {
    this.#bounds = bounds;
    this.share = share;
    this.#start = start;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether a job waits for nothing but its share of the thread. */
  get isStopped(): boolean {
    return this.#queue.length > 0 && this.#underWay < this.#bounds.underWay;
  }

  mayStart(): boolean {
    return this.isStopped && this.share.waitMs() === 0;
  }

  /**
   * Runs the job when its address has its turn, and settles as the job does. If too much waits, the job that would be
   * run last returns `TurnedAway`: this one, or the newest of another address.
   */
  async run<T>(
    carryOut: () => Promise<T> | T,
    { address, costMs = SOCKET_STEP_MS }: Asker = { address: "" },
  ): Promise<T | TurnedAway> {
    if (this.#isFull(costMs)) {
      const other = this.#queue.popLast(address);
      if (!other) return this.#turnAway();
      other.job.turnAway();
    }
    return await new Promise<T | TurnedAway>((resolve, reject) => {
      if (this.waiting === 0) this.#startedAt = performance.now();
      this.#queue.push(address, costMs, {
        carryOut: async () => {
          try {
            resolve(await carryOut());
          } catch (error) {
            reject(error);
          }
        },
        turnAway: () => resolve(this.#turnAway()),
      });
      this.#start();
    });
  }

  /** Charges the share with what work took beyond its declared cost. */
  charge(moreMs: number): void {
    this.share.spend(moreMs);
  }

  /** Call only if `mayStart`. Returns the job's cost. */
  startNext(): number {
    const next = this.#queue.shift();
    if (!next) return 0;
    const now = performance.now();
    this.#everyMs += (now - this.#startedAt - this.#everyMs) / 50;
    this.#startedAt = now;
    this.#underWay += 1;
    this.share.spend(next.costMs);
    void next.job.carryOut().then(() => {
      this.#underWay -= 1;
      if (this.waiting > 0) this.#start();
    });
    return next.costMs;
  }

  #isFull(costMs: number): boolean {
    if (this.waiting >= this.#bounds.waiting) return true;
    return this.share.isBounded && this.waiting > 0 && this.#queue.waitingMs + costMs > WAITING_MS;
  }

  #turnAway(): TurnedAway {
    this.turnedAway += 1;
    const expectedMs = Math.min(Math.max(this.waiting * this.#everyMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    return new TurnedAway(Math.round(expectedMs * (0.5 + Math.random())));
  }
}
