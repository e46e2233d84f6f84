// The latest refusals, in this node's memory, so that a command that is sent again soon gets its first answer. They are
// not stored anywhere else (docs/decisions/0022-rows-that-stay-bounded.md). The number is limited in total and for each
// user, so that no user evicts the refusals of others.
import type { KnownOutcome } from "./ports.ts";

/**
 * A user reaches this in 25 seconds at the limit of 20 commands a second, or in a working day at a bidder's usual pace.
 */
const PER_USER = 500;
/** About 8 MB. */
const IN_TOTAL = 20_000;

type Id = Pick<KnownOutcome, "userId" | "commandId">;

export class RecentRefusals {
  /**
   * Refusals by user and command id. The user who was refused last is at the end; each user's refusals are oldest
   * first.
   */
  readonly #byUser = new Map<string, Map<string, KnownOutcome>>();
  readonly #perUser: number;
  readonly #inTotal: number;
  #count = 0;

  constructor(perUser = PER_USER, inTotal = IN_TOTAL) {
    this.#perUser = perUser;
    this.#inTotal = inTotal;
  }

  get count(): number {
    return this.#count;
  }

  /** The first refusal of a command counts; a later one of the same command changes nothing. */
  add(refused: KnownOutcome): void {
    const { userId, commandId } = refused;
    const own = this.#byUser.get(userId) ?? new Map<string, KnownOutcome>();
    if (own.has(commandId)) return;
    this.#byUser.delete(userId);
    // A full memory evicts from users above an equal share first.
    const isFull = this.#count >= this.#inTotal;
    const share = isFull ? Math.max(1, Math.floor(this.#inTotal / (this.#byUser.size + 1))) : this.#perUser;
    if (own.size >= Math.min(share, this.#perUser)) this.#dropOldest(own);
    else if (isFull) this.#dropOfLongestQuiet();
    own.set(commandId, refused);
    this.#byUser.set(userId, own);
    this.#count += 1;
  }

  get({ userId, commandId }: Id): KnownOutcome | undefined {
    return this.#byUser.get(userId)?.get(commandId);
  }

  delete({ userId, commandId }: Id): void {
    const own = this.#byUser.get(userId);
    if (!own?.delete(commandId)) return;
    this.#count -= 1;
    if (own.size === 0) this.#byUser.delete(userId);
  }

  #dropOfLongestQuiet(): void {
    const [first] = this.#byUser;
    if (!first) return;
    const [userId, refusals] = first;
    this.#dropOldest(refusals);
    if (refusals.size === 0) this.#byUser.delete(userId);
  }

  #dropOldest(refusals: Map<string, KnownOutcome>): void {
    const [commandId] = refusals.keys();
    if (commandId !== undefined && refusals.delete(commandId)) this.#count -= 1;
  }
}
