// Computes the money that people's bids and maxima reserve over the run's auctions (`BALANCE_RULE=hold`) from the logs
// alone, independent of the server's code. Amounts are the fifths that are reserved, in kobo.

import { shareOfMinor, toBasisPoints } from "@jara/shared/basis-points";
import { REQUIRED_BALANCE_PERCENT } from "@jara/shared/bidding-rules";
import { type Auction, kindOf } from "./evidence.ts";
import type { State, Step } from "./log.ts";

/** The kobo that an amount reserves, with dollars at this rate. */
export const fifthOf = (amountMinor: number, { currency }: Pick<State, "currency">, nairaForDollar: number): number =>
  shareOfMinor(currency === "NGN" ? amountMinor : Math.floor(amountMinor * nairaForDollar), fifth);
const fifth = toBasisPoints(REQUIRED_BALANCE_PERCENT);

/** The price while the person leads an open auction, or their maximum if it is higher. A suspended maximum binds too. */
const boundOn = ({ status, isRemoved, leader, priceMinor, maxima }: State, personId: string): number => {
  if ((status !== "active" && status !== "paused") || isRemoved) return 0;
  return Math.max(leader?.id === personId ? priceMinor : 0, maxima.get(personId)?.amountMinor ?? 0);
};

/** A change of what one person has reserved on one auction. */
interface Rebound {
  readonly at: number;
  readonly auctionId: string;
  readonly before: number;
  readonly after: number;
  /** Over all auctions, after this change. */
  total: number;
  /** The person's own bid or maximum, not somebody else's. */
  readonly isOwn: boolean;
}

interface Own {
  /** In order of time. */
  readonly all: Rebound[];
  readonly byAuction: Map<string, Rebound[]>;
}

/** Epoch ms, both included. */
interface Span {
  readonly from: number;
  readonly until: number;
}

export class Reservations {
  readonly #people = new Map<string, Own>();

  /** `nairaForDollar`: the rate for dollar amounts. */
  constructor(auctions: ReadonlyMap<string, Auction>, nairaForDollar: number) {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) this.#follow(id, step, nairaForDollar);
    }
    for (const { all } of this.#people.values()) {
      all.sort((a, b) => a.at - b.at);
      let total = 0;
      for (const change of all) {
        total += change.after - change.before;
        change.total = total;
      }
    }
  }

  #follow(auctionId: string, { row, before, after }: Step, nairaForDollar: number): void {
    const kind = kindOf(row.events);
    for (const personId of concerned({ row, before, after })) {
      const was = before ? fifthOf(boundOn(before, personId), before, nairaForDollar) : 0;
      const is = fifthOf(boundOn(after, personId), after, nairaForDollar);
      if (was === is) continue;
      const own = this.#people.get(personId) ?? { all: [], byAuction: new Map<string, Rebound[]>() };
      this.#people.set(personId, own);
      const isOwn = row.actorId === personId && (kind === "PlaceBid" || kind === "SetMaxBid");
      const change = { at: row.at, auctionId, before: was, after: is, total: 0, isOwn };
      own.all.push(change);
      const here = own.byAuction.get(auctionId);
      if (here) here.push(change);
      else own.byAuction.set(auctionId, [change]);
    }
  }

  /**
   * The least that the person can have reserved on the other auctions when this auction's change was made. Changes of the
   * same millisecond have no known order: what others freed counts as freed before, and of the person's own bids one
   * counts as made before the other, so that two of them cannot both leave the other out.
   */
  leastBeside(personId: string, auctionId: string, at: number): number {
    return this.#beside(personId, auctionId, { from: at, until: at }, (changes) => {
      const isEarlier = (changes[0]?.auctionId ?? "") < auctionId;
      const first = changes.findIndex(({ isOwn }) => isOwn);
      const last = changes.findLastIndex(({ isOwn }) => isOwn);
      const values = valuesOf(changes);
      if (first < 0) return Math.min(...values);
      // The values before the person's own change, or from it on.
      return Math.min(...(isEarlier ? values.slice(last + 1) : values.slice(0, first + 1)));
    });
  }

  /** The amount that the person has reserved on this auction at the end of this millisecond. */
  endingWith(personId: string, auctionId: string, at: number): number {
    return valueBefore(this.#people.get(personId)?.byAuction.get(auctionId) ?? [], at + 1);
  }

  /** The most that the person can have reserved on the other auctions at any time of the span. */
  mostBeside(personId: string, auctionId: string, span: Span): number {
    return this.#beside(personId, auctionId, span, (changes) => Math.max(...valuesOf(changes)));
  }

  /** `pick` chooses one auction's value from its changes in the span. */
  #beside(personId: string, auctionId: string, span: Span, pick: (changes: readonly Rebound[]) => number): number {
    const own = this.#people.get(personId);
    if (!own) return 0;
    const begin = firstFrom(own.all, span.from);
    let reserved = (own.all[begin - 1]?.total ?? 0) - valueBefore(own.byAuction.get(auctionId) ?? [], span.from);
    const within = new Map<string, Rebound[]>();
    for (let i = begin; i < own.all.length; i += 1) {
      const change = own.all[i] as Rebound;
      if (change.at > span.until) break;
      if (change.auctionId === auctionId) continue;
      const known = within.get(change.auctionId);
      if (known) known.push(change);
      else within.set(change.auctionId, [change]);
    }
    for (const changes of within.values()) reserved += pick(changes) - (changes[0]?.before ?? 0);
    return reserved;
  }
}

const contests = new Set(["BidPlaced", "MaxBidSet", "MaxBidCancelled", "MaxBidConfirmed", "AuctionExtended"]);

/** The people whose reservation the step can have changed. */
const concerned = ({ row, before, after }: Step): Set<string> => {
  const people = new Set<string>();
  for (const state of [before, after]) if (state?.leader) people.add(state.leader.id);
  // A bid or a maximum concerns its owner and the leaders: an auto-bid never exceeds what its maximum reserves already.
  if (row.events.every(({ type }) => contests.has(type))) {
    if (row.actorId !== null) people.add(row.actorId);
  } else {
    for (const state of [before, after]) for (const ownerId of state?.maxima.keys() ?? []) people.add(ownerId);
  }
  return people;
};

/** The amounts reserved before, between and after one auction's changes. */
const valuesOf = (changes: readonly Rebound[]): number[] => [
  changes[0]?.before ?? 0,
  ...changes.map(({ after }) => after),
];

/** The index of the first change at this time or later. */
const firstFrom = (changes: readonly Rebound[], at: number): number => {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] as Rebound).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

const valueBefore = (changes: readonly Rebound[], at: number): number =>
  changes[firstFrom(changes, at) - 1]?.after ?? 0;
