// Gives bidders time if a lot that changed while it was over opens again (rule 14): two hours until the end, and a day
// to withdraw. A lot opens again by an administrator's status change, or because the payment of a purchase is taken
// back.
import type { UsersFacts } from "./commands.ts";
import { endWithNotice } from "./content.ts";
import type { AuctionEvent } from "./events.ts";
import { isChangedSinceOpen } from "./life-in-log.ts";
import { type AuctionState, hasBidsOrMaxima, isOpen, isSuspended } from "./state.ts";
import { differenceTo } from "./terms.ts";

/**
 * True if the lot changed while it was over: since its end, or by the edit that opens it. Its bidders could not
 * withdraw before, and could not confirm their maxima.
 */
export const isChangedWhileOver = (state: AuctionState, { log = [] }: UsersFacts, now: number): boolean =>
  state.contentChangedAt !== null &&
  !isOpen(state) &&
  hasBidsOrMaxima(state) &&
  (state.contentChangedAt === now || isChangedSinceOpen(log));

/**
 * Gives the bidders of a lot that changed after its end as much time as after an edit of an open lot (rule 14). Owners
 * of suspended maxima get it in any case. `state`: the lot after it opened again.
 */
export const noticeOnReopening = (state: AuctionState, isChanged: boolean, now: number): AuctionEvent[] => {
  const isDue = isChanged || [...state.maxBids.values()].some((maxBid) => isSuspended(state, maxBid));
  const difference = isDue ? differenceTo(state, { endsAt: endWithNotice(state, state.endsAt, now) }) : null;
  const isEndNotice = state.status === "paused" && ({ isEndNotice: true } as const);
  return difference ? [{ type: "AuctionEdited", ...difference, ...isEndNotice }] : [];
};
