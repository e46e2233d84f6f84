// Replays the facts of the public log as a reader who knows nothing else of the auction.
import { expect } from "vitest";
import type { AuctionCreated, AuctionEvent } from "../../src/auction/events.ts";
import { isPublic } from "../../src/auction/events.ts";
import { create } from "../../src/auction/evolve.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { type Fact, factsOf, isPublicAfter } from "../../src/auction/view/public-facts.ts";
import type { PlayedAuction } from "./play-auction.ts";

interface Folded {
  status: string;
  price: number;
  startingPrice: number;
  bidCount: number;
  leader: string | null;
  winner: string | null;
  endsAt: string;
  /** The price of the bids of a lot that was sold by Buy It Now. */
  bidPrice: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of each type
type AnyFact = any;

const notEnded = { winner: null } as const;

/** Each fact changes this part of what the reader knows. */
const effects: Record<string, (folded: Folded, fact: AnyFact) => Partial<Folded>> = {
  opened: (_folded, { price, startingPrice, bidCount, endsAt }) => ({
    price,
    startingPrice,
    bidCount,
    endsAt,
    status: "active",
    leader: null,
    winner: null,
    bidPrice: null,
  }),
  bid: (folded, { amount, bidder }) => ({ price: amount, leader: bidder, bidCount: folded.bidCount + 1 }),
  extended: (_folded, { endsAt }) => ({ endsAt }),
  changed: (folded, { endsAt = folded.endsAt, startingPrice }) => ({
    endsAt,
    ...(startingPrice !== undefined && { startingPrice, price: startingPrice }),
  }),
  paused: () => ({ status: "paused", ...notEnded }),
  resumed: (_folded, { endsAt }) => ({ status: "active", endsAt }),
  voided: (folded, { price, leader, bidCount, winnerVoided }) => ({
    ...(folded.bidPrice === null ? { price } : { bidPrice: price }),
    leader,
    bidCount,
    ...(winnerVoided && { status: "ended", winner: null }),
  }),
  "all-voided": (folded) => ({ price: folded.startingPrice, leader: null, bidCount: 0 }),
  ended: (_folded, { winner }) => ({ status: "ended", winner }),
  sold: (_folded, { winner }) => ({ status: "sold", winner }),
  awarded: (_folded, { winner }) => ({ winner }),
  "settlement-reopened": () => ({ status: "ended" }),
  cancelled: () => ({ status: "cancelled", ...notEnded }),
  withdrawn: () => ({ status: "draft", ...notEnded }),
  removed: () => ({ status: "cancelled", ...notEnded }),
  reopened: () => ({ status: "active", ...notEnded }),
  purchase: (folded, { step, price }) => {
    if (step === "paid") return { price, bidPrice: folded.price };
    if (step === "voided") return { price, bidPrice: null };
    if (step === "reopened")
      return { status: "paused", price: folded.bidPrice ?? folded.price, bidPrice: null, ...notEnded };
    return {};
  },
};

const shown = (state: AuctionState) => ({
  status: state.status,
  price: state.priceMinor,
  bidCount: state.bidCount,
  leader: state.leader?.id ?? null,
  winner: state.winner?.id ?? null,
  endsAt: new Date(state.endsAt).toISOString(),
});

/** After each public change, what the facts tell is what everybody sees of the auction. */
export const expectFactsSuffice = ({ log, steps }: PlayedAuction): void => {
  const created = log[0]?.events[0] as AuctionCreated;
  const at = log[0]?.at ?? 0;
  let folded = {} as Folded;
  let wasPublic = false;
  const read = (
    events: readonly (AuctionCreated | AuctionEvent)[],
    before: AuctionState | null,
    after: AuctionState,
  ) => {
    const facts = factsOf(events, wasPublic, {
      isByClock: false,
      person: (id) => id,
      seller: () => "",
      reserveAfter: () => null,
      lot: () => ({ before, after, lotHash: "", media: [] }),
    });
    wasPublic = isPublicAfter(events, wasPublic);
    for (const fact of facts ?? []) folded = { ...folded, ...effectOf(fact) };
    if (!wasPublic) return;
    const { startingPrice: _s, bidPrice: _b, ...view } = folded;
    expect(view, events.map(({ type }) => type).join()).toEqual(shown(after));
  };
  const effectOf = (fact: Fact): Partial<Folded> => {
    const effect = effects[fact.type];
    if (!effect) throw new Error(`no reader knows the fact ${fact.type}`);
    return effect(folded, fact);
  };
  read([created], null, create(created, at));
  for (const { before, after, events } of steps) {
    if (events.some(isPublic)) {
      read(events, before, after);
      continue;
    }
    const types = events.map(({ type }) => type).join();
    expect({ ...shown(after), version: after.version }, types).toEqual({ ...shown(before), version: before.version });
  }
};
