// Commands carried out lately, so that most repeats are noticed without the statement's word. A hint: what is not
// remembered here, the statement's own check finds. Outcomes stay in the database, since hardly any is asked for again,
// and holding thousands of them costs the garbage collector more than it costs to read one. Refusals are in no database:
// the latest are held here with their outcomes.
import { LRUCache } from "lru-cache";
import type { CommandRecord, KnownOutcome } from "./ports.ts";
import { RecentRefusals } from "./recent-refusals.ts";

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

  readonly #refusals = new RecentRefusals();

  /** A command that was decided and fenced: accepted and stored, or refused. `at`: epoch ms of the database. */
  decided(command: CommandRecord, at: number): void {
    const { userId, commandId, fingerprint, outcome } = command;
    if (outcome.ok) this.carriedOut(command);
    else this.#refusals.add({ userId, commandId, fingerprint, outcome, at });
  }

  carriedOut({ userId, commandId }: Id): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(commandId, userId);
  }

  isRepeat(command: Id): boolean {
    const { userId, commandId } = command;
    if (this.#refusals.get(command)) return true;
    return (this.#young.get(commandId) ?? this.#old.get(commandId)) === userId;
  }

  /** The outcome, if it has been read from the database. */
  outcomeOf(command: Id): KnownOutcome | undefined {
    return this.#outcomes.get(keyOf(command));
  }

  /** The refusal, where none of the database's outcomes is known: another node may have accepted the command since. */
  refusalOf(command: Id): KnownOutcome | undefined {
    return this.#refusals.get(command);
  }

  learn(known: KnownOutcome): void {
    this.#refusals.delete(known);
    this.carriedOut(known);
    this.#outcomes.set(keyOf(known), known);
  }
}

const keyOf = ({ userId, commandId }: Id): string => `${userId} ${commandId}`;
