// Rule 18: the maxima of somebody with too many unpaid wins place no bid. The decision on a rival's command suspends
// them, and a job does (features/bids/suspension-of-maxima.ts).
import type { Facts, SuspendMaxBid } from "./commands.ts";
import { accepted, type Decision } from "./decision.ts";
import type { AuctionEvent, MaxBidSuspended } from "./events.ts";
import { evolve } from "./evolve.ts";
import { type AuctionState, isOpen } from "./state.ts";

/**
 * Decides a command. Suspends each maximum that would bid for somebody with too many unpaid wins, and decides again
 * without it (rule 18). Each round suspends one maximum more, so the rounds end. The command's own first event stays the first.
 */
export const withoutUnpaidMaxima = (
  before: AuctionState,
  facts: Facts,
  decide: (state: AuctionState) => Decision,
): Decision => {
  const suspended: MaxBidSuspended[] = [];
  let state = before;
  for (;;) {
    const decision = decide(state);
    const barred = decision.kind === "accepted" ? barredAmong(state, decision.events, facts) : null;
    if (!barred) return withSuspended(decision, suspended);
    suspended.push(barred);
    state = evolve(state, barred);
  }
};

const withSuspended = (decision: Decision, suspended: readonly MaxBidSuspended[]): Decision => {
  if (decision.kind !== "accepted" || suspended.length === 0) return decision;
  const firstAuto = decision.events.findIndex((event) => event.type === "BidPlaced" && event.kind === "auto");
  const at = firstAuto < 0 ? decision.events.length : firstAuto;
  return accepted(...decision.events.slice(0, at), ...suspended, ...decision.events.slice(at));
};

const barredAmong = (
  state: AuctionState,
  events: readonly AuctionEvent[],
  { hasTooManyUnpaid }: Facts,
): MaxBidSuspended | null => {
  if (!hasTooManyUnpaid) return null;
  for (const event of events) {
    if (event.type !== "BidPlaced" || event.kind !== "auto" || !hasTooManyUnpaid(event.bidder.id)) continue;
    const suspended = suspensionOf(state, event.bidder.id);
    if (suspended) return suspended;
  }
  return null;
};

/** Null if the person has no maximum here that acts. */
const suspensionOf = (state: AuctionState, ownerId: string): MaxBidSuspended | null => {
  const own = state.maxBids.get(ownerId);
  return own && own.contentVersion > 0 ? { type: "MaxBidSuspended", maxBidId: own.id, ownerId } : null;
};

export const suspendMaxBid = (
  state: AuctionState,
  { ownerId }: SuspendMaxBid,
  { hasTooManyUnpaid }: Facts,
): Decision => {
  const suspended = isOpen(state) && hasTooManyUnpaid?.(ownerId) ? suspensionOf(state, ownerId) : null;
  return suspended ? accepted(suspended) : accepted();
};
