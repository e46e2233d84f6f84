// Commands carried out lately, so that most repeats are noticed without the statement's word. A hint: what is not
// remembered here, the statement's own check finds. Outcomes stay in the database, since hardly any is asked for again,
// and holding thousands of them costs the garbage collector more than it costs to read one.
import { LRUCache } from "lru-cache";
import type { KnownOutcome } from "./ports.ts";

interface Id {
  readonly userId: string;
  readonly commandId: string;
}

/** Two generations of this many, the older of which goes when the younger is full. Larger ones leave the processor's cache. */
const GENERATION = 5_000;
const OUTCOMES_READ = 5_000;

export class RememberedCommands {
  /** User by command id, one each: where two users share an id, the earlier is forgotten. */
  #young = new Map<string, string>();
  #old = new Map<string, string>();
  readonly #outcomes = new LRUCache<string, KnownOutcome>({ max: OUTCOMES_READ });

  carriedOut({ userId, commandId }: Id): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(commandId, userId);
  }

  isRepeat({ userId, commandId }: Id): boolean {
    return (this.#young.get(commandId) ?? this.#old.get(commandId)) === userId;
  }

  /** The outcome, if it has been read from the database. */
  outcomeOf(command: Id): KnownOutcome | undefined {
    return this.#outcomes.get(keyOf(command));
  }

  learn(known: KnownOutcome): void {
    this.carriedOut(known);
    this.#outcomes.set(keyOf(known), known);
  }
}

const keyOf = ({ userId, commandId }: Id): string => `${userId} ${commandId}`;
