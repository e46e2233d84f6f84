// A connection to a replica, with what is known about the server at its other end. An answer counts only if that server
// had replayed everything that the statement must see, and if the connection did not change between that check and the
// answer.
import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseAway } from "../database-away.ts";
import type { Position } from "./primary-position.ts";
import type { ReplicaConnection } from "./replica-connection.ts";

/** The replica must not be read now. */
export class ReplicaUnfit extends Error {
  override readonly name = "ReplicaUnfit";
}

/** A replica is some milliseconds behind. A reader does not wait longer than this for it. */
const CATCHES_UP_WITHIN_MS = 200;
const LONGEST_PAUSE_MS = 20;
/** A question takes less than a millisecond, behind a statement that is under way. */
const SAYS_WITHIN_MS = 1_000;

export class ReplicaReader {
  readonly #connection: ReplicaConnection;
  readonly #reached = new WeakMap<Position, Promise<number>>();
  readonly #catchesUpWithinMs: number;
  /** The connection whose server was found to follow this primary's timeline. */
  #follows: { readonly generation: number; readonly timeline: number } | null = null;
  #underWay = 0;
  #problem: string | null = "it was not asked yet";
  #replayed: number | null = null;

  constructor(connection: ReplicaConnection, catchesUpWithinMs = CATCHES_UP_WITHIN_MS) {
    this.#connection = connection;
    this.#catchesUpWithinMs = catchesUpWithinMs;
  }

  /** The reason why it must not be read; null if it may be. */
  get problem(): string | null {
    return this.#problem;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** The state that the server showed last; null if it did not answer, or does not follow the primary. */
  get replayed(): number | null {
    return this.#replayed;
  }

  /**
   * Runs a statement that sees everything up to the position. Rejects if that is not certain, or with the statement's
   * own error.
   */
  async read<T>(position: Position, run: (connection: ReplicaConnection) => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      const generation = await this.#reach(position);
      const answer = await run(this.#connection);
      if (this.#connection.generation() !== generation) throw new ReplicaUnfit("its connection was lost");
      return answer;
    } catch (error) {
      if (error instanceof ReplicaUnfit || isDatabaseAway(error)) this.#fail(error as Error);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Finds out whether it may be read. Never rejects. */
  async look(position: Position): Promise<void> {
    try {
      // Ask each time, because a server can follow another primary without losing this connection.
      this.#follows = null;
      await this.#reach(position);
      this.#problem = null;
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #fail(error: Error): void {
    this.#problem = error.message;
  }

  /** Resolves with the connection's generation. All statements that need the same position share the questions. */
  #reach(position: Position): Promise<number> {
    const known = this.#reached.get(position);
    if (known) return known;
    const reached = this.#waitFor(position);
    this.#reached.set(position, reached);
    return reached;
  }

  async #waitFor(position: Position): Promise<number> {
    const until = performance.now() + this.#catchesUpWithinMs;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const generation = this.#connection.generation();
      const replayed = await this.#ask(position, generation);
      if (replayed >= position.flushed) return generation;
      if (performance.now() >= until) throw new ReplicaUnfit("it is behind");
      await sleep(pauseMs);
    }
  }

  async #ask(position: Position, generation: number): Promise<number> {
    try {
      const replayed = await soon(this.#replayedOn(position, generation));
      if (this.#connection.generation() !== generation) throw new ReplicaUnfit("its connection was lost");
      this.#replayed = replayed;
      return replayed;
    } catch (error) {
      this.#replayed = null;
      throw error;
    }
  }

  async #replayedOn({ system, timeline }: Position, generation: number): Promise<number> {
    if (this.#follows?.generation !== generation || this.#follows.timeline !== timeline) {
      const identity = await this.#connection.identity();
      if (identity.system !== system) throw new ReplicaUnfit("it is no copy of the primary");
      if (identity.timeline !== timeline) {
        throw new ReplicaUnfit(`it is on timeline ${identity.timeline}, and the primary on ${timeline}`);
      }
      this.#follows = { generation, timeline };
    }
    const { isInRecovery, replayed } = await this.#connection.state();
    if (!isInRecovery || replayed === null) throw new ReplicaUnfit("it is no standby");
    return replayed;
  }
}

const soon = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ReplicaUnfit("it does not answer")), SAYS_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
