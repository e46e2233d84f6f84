// Knows whether what this node reads is safe: on the disk of a synchronous standby, so that no failover takes it back.
// PostgreSQL shows a commit to others only when its standby has it, with three exceptions: after a crash the primary
// recovers, and shows commits that were waiting; and a wait that is cancelled, or whose connection is ended, shows its
// commit too. A commit of our own that waits for the standby, and is answered, is behind all of these in the log
// (docs/decisions/0155-reads-that-a-failover-could-take-back.md).

/** Rejected without having been sent: no commit is answered now, because no standby has what was committed. */
export class WritesStopped extends Error {
  override readonly name = "WritesStopped";
  constructor() {
    super("no standby confirms commits");
  }
}

export interface Replication {
  /**
   * True as soon as everything that any statement could see before this call is on a synchronous standby; at once if
   * there is no synchronous replication. False if that is not known within some seconds. Never rejects.
   */
  confirmed(): Promise<boolean>;
  /**
   * Calls back when another server has become the primary, because data in this node's memory may be from the former
   * one.
   */
  onNewPrimary(listener: () => void): void;
}

export interface ReplicationState {
  readonly isSynchronous: boolean;
  /** Changes with every promotion. */
  readonly timeline: string;
}

/** Both use a separate connection. They reject if the database refuses, is unavailable, or does not answer in time. */
export interface Confirms {
  state(): Promise<ReplicationState>;
  /** Commits something that is behind everything that is shown. Takes as long as commits wait. */
  commit(): Promise<void>;
}

/**
 * A standby answers in milliseconds. Until Patroni has replaced one that is lost, 4 s pass; reads wait no longer than
 * this, because without any standby nothing is committed that could be taken back, and a site that can be read is
 * better than none.
 */
const CONFIRMS_WITHIN_MS = 3_000;
/** How soon lost standbys and a new primary are noticed, where there is synchronous replication; and elsewhere. */
const ASKS_EVERY_MS = { synchronous: 1_000, alone: 10_000 };
/** How soon it is noticed that commits are answered again. */
const ASKS_AGAIN_EVERY_MS = 200;

const WRITES = /\b(?:insert into|update|delete from)\b/i;

export class WatchedReplication implements Replication {
  readonly #confirms: Confirms;
  readonly #listeners: (() => void)[] = [];
  #state: ReplicationState | null = null;
  /** True at the start and from the loss of a connection, until the database has confirmed what it shows. */
  #isDoubtful = true;
  #current: Promise<boolean> | null = null;
  #next: Promise<boolean> | null = null;
  /** When the oldest unanswered question was asked; null after an answer. */
  #unansweredSince: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(confirms: Confirms) {
    this.#confirms = confirms;
    this.#askAgain();
  }

  async confirmed(): Promise<boolean> {
    if (this.#state?.isSynchronous === false && !this.#isDoubtful) return true;
    if (this.#isStuck()) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, CONFIRMS_WITHIN_MS, false);
    });
    const isConfirmed = await Promise.race([this.#afterNow(), late]);
    clearTimeout(timer);
    return isConfirmed;
  }

  /**
   * Call before a statement is sent: null if it may be sent at once. Rejects with WritesStopped if it would wait for a
   * standby without an end.
   */
  before(text: string): Promise<void> | null {
    const refuse = (): void => {
      if (this.#isStuck() && WRITES.test(text)) throw new WritesStopped();
    };
    if (this.#isDoubtful) return this.confirmed().then(refuse);
    return this.#isStuck() ? Promise.resolve().then(refuse) : null;
  }

  /** Call when a connection was lost, because the database may have crashed and recovered. */
  lost(): void {
    this.#isDoubtful = true;
  }

  onNewPrimary(listener: () => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #isStuck(): boolean {
    if (!this.#state?.isSynchronous || this.#unansweredSince === null) return false;
    return performance.now() - this.#unansweredSince > CONFIRMS_WITHIN_MS;
  }

  /** The answer to a question that is asked after this call. Everybody who calls meanwhile shares it. */
  #afterNow(): Promise<boolean> {
    if (this.#next) return this.#next;
    if (!this.#current) return this.#start();
    this.#next = this.#current.then(() => {
      this.#next = null;
      return this.#start();
    });
    return this.#next;
  }

  #start(): Promise<boolean> {
    this.#current = this.#run().finally(() => {
      this.#current = null;
    });
    return this.#current;
  }

  async #run(): Promise<boolean> {
    const wasDoubtful = this.#isDoubtful;
    // If a connection is lost during the question, the state becomes doubtful again.
    this.#isDoubtful = false;
    this.#unansweredSince ??= performance.now();
    try {
      const isSame = this.#learn(await this.#confirms.state());
      if (this.#state?.isSynchronous) await this.#confirms.commit();
      this.#unansweredSince = null;
      return isSame;
    } catch {
      this.#isDoubtful ||= wasDoubtful;
      // The database refused it or is away, and gives every statement the same error.
      if (!this.#isStuck()) this.#unansweredSince = null;
      return false;
    }
  }

  /** False if another server is the primary now: what was read before may be of the former one. */
  #learn(state: ReplicationState): boolean {
    const before = this.#state;
    this.#state = state;
    if (before === null || before.timeline === state.timeline) return true;
    for (const listener of this.#listeners) listener();
    return false;
  }

  #askAgain(): void {
    const usuallyMs = this.#state?.isSynchronous ? ASKS_EVERY_MS.synchronous : ASKS_EVERY_MS.alone;
    const everyMs = this.#isStuck() ? ASKS_AGAIN_EVERY_MS : usuallyMs;
    this.#timer = setTimeout(async () => {
      await (this.#current ?? this.#start());
      if (!this.#isClosed) this.#askAgain();
    }, everyMs);
    this.#timer.unref();
  }
}
