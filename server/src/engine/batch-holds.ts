// The reservations that a batch's decisions use (`BALANCE_RULE=hold`): what each person has bound by the facts, with
// what earlier decisions of the batch bound too. What the batch frees counts only after its commit, so that no part of
// a batch rests on another one.
import { requiredBalanceMinor } from "@jara/shared/bidding-rules";
import type { ExchangeRates, Minor } from "@jara/shared/money";
import type { UserFacts } from "../auction/commands.ts";
import {
  type Bound,
  bindsMore,
  boundOn,
  noBounds,
  peopleWithLess,
  reservedBy,
} from "../auction/settlement/reservations.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Change, RaisedHold } from "./ports.ts";

export interface KnownHolds {
  user(userId: string): UserFacts | undefined;
  readonly rates: ExchangeRates;
  /** Is true if the user's facts were loaded for this batch. */
  isFresh(userId: string): boolean;
  /** The reservations of the batch in flight, if this one is decided ahead. */
  readonly inFlight?: BatchHolds | undefined;
}

/**
 * An amount that the batch bound for one person on one auction, as a linked list, because most people have only one.
 */
interface Raise extends Bound {
  readonly auctionId: string;
  /** The person in the state that the batch knew. */
  readonly user: UserFacts;
  amountMinor: Minor;
  readonly next: Raise | undefined;
}

/** Objects of a batch live until its commit, so this class makes few of them for a bid. */
export class BatchHolds {
  readonly #known: KnownHolds;
  readonly #raises = new Map<string, Raise>();
  /**
   * People who have less available after a change of the batch. Bidders are not in it, because of them only the last
   * leader stays bound.
   */
  readonly #withLess: { readonly auctionId: string; readonly userId: string }[] = [];
  /** The people whose refusal waits for fresh facts. Their other commands wait too, so that they keep their order. */
  readonly waiting = new Set<string>();
  /** The people whose hold's revision the commit increases, as the batch knew them. */
  readonly raised = new Map<string, UserFacts>();

  constructor(known: KnownHolds) {
    this.#known = known;
  }

  /** NGN kobo that the user has bound on other auctions than this one. */
  reservedMinor({ id, hold }: UserFacts, auctionId: string): Minor {
    const { rates, inFlight } = this.#known;
    const bounds = hold?.bounds ?? noBounds;
    const raises = this.#raises.get(id);
    let reserved: number = reservedBy(bounds, auctionId, rates);
    for (let raise = inFlight?.raisesOf(id); raise; raise = raise.next) {
      if (raise.auctionId !== auctionId) reserved += this.#above(bounds.get(raise.auctionId), raise);
    }
    for (let raise = raises; raise; raise = raise.next) {
      if (raise.auctionId === auctionId) continue;
      const before = inFlight && raiseOn(inFlight.raisesOf(id), raise.auctionId);
      reserved += this.#above(before ?? bounds.get(raise.auctionId), raise);
    }
    return reserved as Minor;
  }

  /**
   * Is true if the engine may answer a refusal for lack of money. Money that another node or this batch freed is
   * unknown here. So the facts must be fresh, and no decision of the batch may have bound money of this user.
   */
  isFinal(userId: string): boolean {
    return this.#known.isFresh(userId) && !this.#raises.has(userId);
  }

  /** Returns the amounts that the batch bound for the person. */
  raisesOf(userId: string): Raise | undefined {
    return this.#raises.get(userId);
  }

  /**
   * Notes a change. Returns the people whose facts its fence needs and this batch does not have; then nothing is noted,
   * and the command must be decided again.
   */
  note(change: Change): readonly string[] {
    const { after, events } = change;
    const people = peopleWithLess(change, this.#known.rates);
    const users = people.map((userId) => this.#known.user(userId));
    if (users.includes(undefined)) return people.filter((_, at) => !users[at]);
    // In a bid's change, `people` are only those for whom the bid binds more.
    const isBid = events.every(({ type }) => type === "BidPlaced" || type === "AuctionExtended");
    for (const user of users) {
      if (!user) continue;
      if (isBid || bindsMore(change, user.id)) this.#bind(after, user);
      if (!isBid) this.#withLess.push({ auctionId: after.id, userId: user.id });
    }
    return [];
  }

  /**
   * The people who have less available after the batch. A person may come twice for one auction. `drafts`: each auction
   * before and after the batch.
   */
  rows(drafts: ReadonlyMap<string, { readonly before: AuctionState; readonly state: AuctionState }>): RaisedHold[] {
    const raised: RaisedHold[] = [];
    const raise = (auctionId: string, userId: string): void => {
      const user = this.#raises.get(userId)?.user ?? this.#known.user(userId);
      if (user) this.raised.set(userId, user);
      raised.push({ auctionId, userId, revision: this.revisionOf(user) + 1 });
    };
    for (const [auctionId, { before, state: after }] of drafts) {
      if (after.leader && bindsMore({ before, after }, after.leader.id)) raise(auctionId, after.leader.id);
    }
    for (const { auctionId, userId } of this.#withLess) raise(auctionId, userId);
    return raised;
  }

  #bind(after: AuctionState, user: UserFacts): void {
    const { id: auctionId, currency } = after;
    const amountMinor = boundOn(after, user.id);
    const raises = this.#raises.get(user.id);
    const known = raiseOn(raises, auctionId);
    // A bid that was outbid within the batch stays bound until the commit.
    if (known) known.amountMinor = Math.max(known.amountMinor, amountMinor) as Minor;
    else this.#raises.set(user.id, { auctionId, user, currency, amountMinor, next: raises });
  }

  /** NGN kobo that an amount reserves more than another one on the same auction. */
  #above(before: Bound | undefined, { amountMinor, currency }: Bound): number {
    const { rates } = this.#known;
    const reserved = before ? requiredBalanceMinor(before.amountMinor, before.currency, rates) : 0;
    return Math.max(0, requiredBalanceMinor(amountMinor, currency, rates) - reserved);
  }

  /** The revision of the person's hold once the batch in flight is written; 0 without a row. */
  revisionOf(user: UserFacts | undefined): number {
    if (!user) return 0;
    return (user.hold?.revision ?? 0) + (this.#known.inFlight?.raised.has(user.id) ? 1 : 0);
  }
}

const raiseOn = (raises: Raise | undefined, auctionId: string): Raise | undefined => {
  for (let raise = raises; raise; raise = raise.next) if (raise.auctionId === auctionId) return raise;
  return undefined;
};
