// Proxy bidding in closed form: a contest is resolved in one step and records at most three bids, whatever the distance
// between two maxima. Rules 3 to 9 and 17 of docs/rules/bidding.md; worked examples in proxy-bidding.vectors.json.
import type { Minor } from "@jara/shared/money";
import type { BidPlaced } from "./events.ts";
import { type AuctionState, incrementAbove, isSuspended, type MaxBid, type Person } from "./state.ts";

export interface ManualBid {
  readonly bidder: Person;
  readonly amountMinor: Minor;
}

/** How far a bidder goes in this contest. If two amounts are equal, the lower `reachedRevision` wins. */
interface Ceiling {
  readonly bidder: Person;
  readonly amountMinor: number;
  readonly reachedRevision: number;
  readonly maxBid: MaxBid | undefined;
}

/**
 * Returns the bids that the maxima make (and the manual bid, if one starts the contest), in the order in which they are
 * recorded. Each takes the lead at its amount, so the last one gives the price and the leader.
 *
 * `state` is the state before any of these bids; it already contains a maximum that was just set. The caller must have
 * checked that a manual bid clears the increment. No recorded bid exceeds its owner's maximum.
 */
export const resolve = (state: AuctionState, manual: ManualBid | null = null): BidPlaced[] => {
  const recorded: BidPlaced[] = [];
  const record = (bidder: Person, amountMinor: number, kind: "manual" | "auto"): void => {
    const number = state.bidCount + state.voidedBidCount + recorded.length + 1;
    recorded.push({ type: "BidPlaced", bidder, number, amountMinor: amountMinor as Minor, kind });
  };

  if (manual) record(manual.bidder, manual.amountMinor, "manual");
  // No maximum answers.
  if (state.maxBids.size === 0) return recorded;
  const holder = manual?.bidder ?? state.leader;
  const price = manual?.amountMinor ?? state.priceMinor;

  const [winner, runnerUp] = topTwo(ceilings(state, manual));
  if (!winner) return recorded;

  const keepsTheLead = winner.bidder.id === holder?.id;
  if (runnerUp?.maxBid && runnerUp.amountMinor > price) {
    record(runnerUp.bidder, runnerUp.amountMinor, "auto");
  }

  const contested = runnerUp ? runnerUp.amountMinor : 0;
  let final: number = price;
  if (!keepsTheLead || contested > price) {
    const met = Math.max(contested, price);
    final = Math.min(winner.amountMinor, met + incrementAbove(state, met));
  }
  if (state.reserveMinor !== null && final < state.reserveMinor && reaches(winner.maxBid, state.reserveMinor)) {
    final = state.reserveMinor;
  }
  if (!keepsTheLead || final > price) record(winner.bidder, final, "auto");
  return recorded;
};

const reaches = (maxBid: MaxBid | undefined, amountMinor: Minor): boolean =>
  maxBid !== undefined && maxBid.amountMinor >= amountMinor;

/**
 * The participants of a contest: the leader (with its maximum, or else the price at which it leads), the manual bidder,
 * and every other maximum that covers the minimum bid. A maximum between the price and the minimum bid is kept but
 * cannot bid; a suspended one cannot either (rule 14).
 */
function* ceilings(state: AuctionState, manual: ManualBid | null): Generator<Ceiling> {
  const minimumMinor = state.priceMinor + state.incrementMinor;
  const now = state.revision + 1;
  const { leader } = state;

  if (manual) {
    const maxBid = actingMaxBid(state, manual.bidder.id);
    if (maxBid && maxBid.amountMinor >= manual.amountMinor) yield of(maxBid);
    else yield { ...manual, reachedRevision: now, maxBid };
  }
  if (leader && leader.id !== manual?.bidder.id) {
    const maxBid = actingMaxBid(state, leader.id);
    if (maxBid && maxBid.amountMinor > state.priceMinor) yield of(maxBid);
    else yield { bidder: leader, amountMinor: state.priceMinor, reachedRevision: 0, maxBid: undefined };
  }
  for (const maxBid of state.maxBids.values()) {
    const { id } = maxBid.owner;
    if (id === leader?.id || id === manual?.bidder.id || isSuspended(state, maxBid)) continue;
    if (maxBid.amountMinor >= minimumMinor) yield of(maxBid);
  }
}

const actingMaxBid = (state: AuctionState, ownerId: string): MaxBid | undefined => {
  const maxBid = state.maxBids.get(ownerId);
  return maxBid && isSuspended(state, maxBid) ? undefined : maxBid;
};

const of = (maxBid: MaxBid): Ceiling => ({
  bidder: maxBid.owner,
  amountMinor: maxBid.amountMinor,
  reachedRevision: maxBid.reachedRevision,
  maxBid,
});

const beats = (a: Ceiling, b: Ceiling | undefined): boolean =>
  b === undefined ||
  a.amountMinor > b.amountMinor ||
  (a.amountMinor === b.amountMinor && a.reachedRevision < b.reachedRevision);

const topTwo = (all: Iterable<Ceiling>): [Ceiling | undefined, Ceiling | undefined] => {
  let first: Ceiling | undefined;
  let second: Ceiling | undefined;
  for (const ceiling of all) {
    if (beats(ceiling, first)) [first, second] = [ceiling, first];
    else if (beats(ceiling, second)) second = ceiling;
  }
  return [first, second];
};
