// The money of a batch: the balances that its decisions used and moved.
import type { UserFacts } from "../auction/commands.ts";
import { concernsMoney, postingsOf } from "../auction/settlement/postings.ts";

import type { Change, Payer } from "./ports.ts";

interface KnownUsers {
  user(userId: string): UserFacts | undefined;
}

/**
 * The balances that the batch's decisions use: those of the facts, with what earlier decisions of the batch moved. A
 * balance that was asked for belongs to the fence. Parts that move money of one person commit together or not at all
 * (commit-statement.ts).
 */
export class BatchMoney {
  /** The revision of each person's facts whose balance was asked for. */
  readonly revisions = new Map<string, number>();
  /** The pairs of an auction and a person whose balance its decision used or moved. */
  readonly payers: Payer[] = [];
  readonly #moved = new Map<string, number>();
  readonly #known: KnownUsers;
  readonly #revisionOf: (user: UserFacts) => number;

  constructor(known: KnownUsers, revisionOf: (user: UserFacts) => number) {
    this.#known = known;
    this.#revisionOf = revisionOf;
  }

  /** The balances for a decision on this auction. */
  asked(auctionId: string): (userId: string) => number | undefined {
    return (userId) => {
      const user = this.#known.user(userId);
      if (!user) return undefined;
      this.revisions.set(userId, this.#revisionOf(user));
      this.payers.push({ auctionId, userId });
      return user.balanceMinor + (this.#moved.get(userId) ?? 0);
    };
  }

  hasMoved(userId: string): boolean {
    return this.#moved.has(userId);
  }

  /** True if the change moves money. */
  note(change: Change): boolean {
    if (!concernsMoney(change)) return false;
    const postings = postingsOf(change);
    for (const { person, amountMinor } of postings) {
      this.#moved.set(person.id, (this.#moved.get(person.id) ?? 0) + amountMinor);
      this.payers.push({ auctionId: change.after.id, userId: person.id });
    }
    return postings.length > 0;
  }
}
