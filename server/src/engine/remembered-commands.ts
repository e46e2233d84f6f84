// Remembers the ids of recently executed commands, so that most duplicates are noticed before the statement. It is only
// a hint: the statement's own check finds the others. Outcomes stay in the database, because few are ever read again
// and thousands of them in memory cost the garbage collector more than a read costs. Refusals are not in the database,
// so the latest are held here with their outcomes.
import { createBoundedCache } from "../platform/lib/bounded-cache.ts";
import type { CommandRecord, KnownOutcome } from "./ports.ts";
import { RecentRefusals } from "./recent-refusals.ts";

interface Id {
  readonly userId: string;
  readonly commandId: string;
}

/**
 * Two generations of this many ids; when the younger is full, the older is dropped. Larger maps no longer fit into the
 * processor's cache.
 */
const GENERATION = 5_000;
const OUTCOMES_READ = 5_000;

export class RememberedCommands {
  /** The user of each command id. If two users share an id, only the later is kept. */
  #young = new Map<string, string>();
  #old = new Map<string, string>();
  readonly #outcomes = createBoundedCache<string, KnownOutcome>(OUTCOMES_READ);

  readonly #refusals = new RecentRefusals();

  /**
   * Notes a command that was decided and fenced: accepted and stored, or refused. A refusal that asks to try again is
   * not remembered. `at`: epoch ms of the database.
   */
  decided(command: CommandRecord, at: number): void {
    const { userId, commandId, fingerprint, contentVersion, outcome } = command;
    if (outcome.ok) this.carriedOut(command);
    else if (outcome.error.code !== "UNAVAILABLE")
      this.#refusals.add({ userId, commandId, fingerprint, contentVersion, outcome, at });
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
    if ((this.#young.get(commandId) ?? this.#old.get(commandId)) === userId) return true;
    return this.#refusals.count > 0 && this.#refusals.get(command) !== undefined;
  }

  /** Evicts the outcomes that were read. The ids are hints, which do no harm. */
  evictRead(): void {
    this.#outcomes.clear();
  }

  /** The outcome, if it has been read from the database. */
  outcomeOf(command: Id): KnownOutcome | undefined {
    return this.#outcomes.get(keyOf(command));
  }

  /**
   * The refusal. Use it only if the database has no outcome, because another node may have accepted the command since.
   */
  refusalOf(command: Id): KnownOutcome | undefined {
    return this.#refusals.get(command);
  }

  cache(known: KnownOutcome): void {
    this.#refusals.delete(known);
    this.carriedOut(known);
    this.#outcomes.set(keyOf(known), known);
  }
}

const keyOf = ({ userId, commandId }: Id): string => `${userId} ${commandId}`;
