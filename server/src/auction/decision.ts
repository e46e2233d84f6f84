// What deciding a command comes to.
import type { ErrorBody } from "@jara/shared/errors";
import type { AuctionEvent, AuctionResumed } from "./events.ts";
import type { AuctionState } from "./state.ts";

/** No events: accepted, and there was nothing to do. */
export type Decision =
  | { readonly kind: "accepted"; readonly events: readonly AuctionEvent[] }
  | { readonly kind: "refused"; readonly error: ErrorBody };

export const accepted = (...events: AuctionEvent[]): Decision => ({ kind: "accepted", events });
export const refused = (error: ErrorBody): Decision => ({ kind: "refused", error });

/** A pause is over: the end time moves by its length, so that nobody loses bidding time; one set meanwhile stands. */
export const resumed = (state: AuctionState, now: number): AuctionResumed => ({
  type: "AuctionResumed",
  endsAt: state.isEndSet ? state.endsAt : state.endsAt + Math.max(0, now - (state.pausedAt ?? now)),
});
