// The result of deciding a command: events, a refusal, or the need for a person's balance. Also the event that ends a
// pause.
import type { ErrorBody } from "@jara/shared/errors";
import type { AuctionEvent, AuctionResumed } from "./events.ts";
import type { AuctionState } from "./state.ts";

/** The decision needs a person's balance (`Facts.balanceOf`), which is not known yet: decide again once it is. */
export interface NeedsBalance {
  readonly kind: "needs-balance";
  readonly userId: string;
}

/** Accepted without events means that there was nothing to do. */
export type Decision =
  | { readonly kind: "accepted"; readonly events: readonly AuctionEvent[] }
  | { readonly kind: "refused"; readonly error: ErrorBody }
  | NeedsBalance;

export const accepted = (...events: AuctionEvent[]): Decision => ({ kind: "accepted", events });
export const refused = (error: ErrorBody): Decision => ({ kind: "refused", error });

/**
 * Ends a pause. The end time moves by the length of the pause, so that nobody loses bidding time; an end that was set
 * during the pause stays.
 */
export const resumed = (state: AuctionState, now: number): AuctionResumed => ({
  type: "AuctionResumed",
  endsAt: state.isEndSet ? state.endsAt : state.endsAt + Math.max(0, now - (state.pausedAt ?? now)),
});
