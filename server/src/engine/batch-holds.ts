// The reservations that a batch's decisions use (`BALANCE_RULE=hold`): what each person has bound by the facts, with what
// earlier decisions of the batch bound too. What the batch frees counts only after its commit, so that no part of a
// batch rests on another one.
import type { ExchangeRates, Minor } from "@jara/shared/money";
import type { UserFacts } from "../auction/commands.ts";
import { type Bound, type Bounds, boundOn, effectsOf, reservedBy } from "../auction/reservations.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Change, HoldRow } from "./ports.ts";

export interface KnownHolds {
  user(userId: string): UserFacts | undefined;
  readonly rates: ExchangeRates;
  /** Whether the user's facts were loaded for this batch. */
  isFresh(userId: string): boolean;
  /** The reservations of the batch in flight, if this one is decided ahead. */
  readonly inFlight?: BatchHolds | undefined;
}

const nothing: Bounds = new Map();

export class BatchHolds {
  readonly #known: KnownHolds;
  /** All that these people have bound. Only people of whom the batch bound more. */
  readonly #bounds = new Map<string, Map<string, Bound>>();
  /** By auction and user: true if the user has less available after the batch for another reason than a bound amount. */
  readonly #used = new Map<string, Map<string, boolean>>();
  /** The people whose refusal waits for fresh facts. Their other commands wait too, so that they keep their order. */
  readonly waiting = new Set<string>();
  /** The people whose hold's revision the commit increases. */
  readonly raised = new Set<string>();

  constructor(known: KnownHolds) {
    this.#known = known;
  }

  /** All that the person has bound; undefined unless this batch bound more. */
  boundBy(userId: string): Bounds | undefined {
    return this.#bounds.get(userId);
  }

  /** NGN kobo that the user has bound on other auctions than this one. */
  reservedMinor(user: UserFacts, auctionId: string): Minor {
    return reservedBy(this.#boundsOf(user), auctionId, this.#known.rates);
  }

  /**
   * Whether a refusal for lack of money may be answered. Money that another node or this batch freed is unknown here, so
   * the facts must be fresh and no decision of the batch may have bound money of this user.
   */
  isFinal(userId: string): boolean {
    return this.#known.isFresh(userId) && !this.#bounds.has(userId);
  }

  /**
   * Notes a change. Returns the people whose facts its fence needs and this batch does not have; then nothing is noted,
   * and the command must be decided again. `payerId`: the user whose available money the decision compared with what it
   * needs.
   */
  note(change: Change, payerId: string | null): string[] {
    const { after } = change;
    const effects = effectsOf(change, this.#known.rates);
    const missing = effects.filter(({ userId }) => !this.#known.user(userId)).map(({ userId }) => userId);
    if (missing.length > 0) return missing;
    if (payerId !== null) this.#use(after.id, payerId, false);
    for (const { userId, bindsMore, hasLess } of effects) {
      if (bindsMore) this.#bind(after, userId);
      this.#use(after.id, userId, hasLess && !bindsMore);
    }
    return [];
  }

  /** The fence of the part from one state to the other. */
  rowsOf(before: AuctionState, after: AuctionState): HoldRow[] {
    const rows: HoldRow[] = [];
    for (const [userId, hasLess] of this.#used.get(after.id) ?? []) {
      const rises = hasLess || boundOn(after, userId) > boundOn(before, userId);
      if (rises) this.raised.add(userId);
      rows.push({ auctionId: after.id, userId, expected: this.#revisionOf(userId), rises });
    }
    return rows;
  }

  #use(auctionId: string, userId: string, hasLess: boolean): void {
    const used = this.#used.get(auctionId) ?? new Map<string, boolean>();
    used.set(userId, hasLess || used.get(userId) === true);
    this.#used.set(auctionId, used);
  }

  #bind(after: AuctionState, userId: string): void {
    const user = this.#known.user(userId);
    if (!user) return;
    const bounds = this.#bounds.get(userId) ?? new Map(this.#boundsOf(user));
    const amountMinor = boundOn(after, userId);
    // A bid that was outbid within the batch stays bound until the commit.
    if ((bounds.get(after.id)?.amountMinor ?? 0) < amountMinor) {
      bounds.set(after.id, { currency: after.currency, amountMinor });
    }
    this.#bounds.set(userId, bounds);
  }

  #boundsOf({ id, hold }: UserFacts): Bounds {
    return this.#bounds.get(id) ?? this.#known.inFlight?.boundBy(id) ?? hold?.bounds ?? nothing;
  }

  #revisionOf(userId: string): number {
    const revision = this.#known.user(userId)?.hold?.revision ?? 0;
    return revision + (this.#known.inFlight?.raised.has(userId) ? 1 : 0);
  }
}
