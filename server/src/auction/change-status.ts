// An administrator's status change: from any status to any other, with the effects that
// docs/rules/life-of-an-auction.md describes.
import type { AuctionStatus } from "@jara/shared/auction";
import { refusal } from "@jara/shared/errors";
import { paid, unpaidPurchase, voided } from "./buy-it-now.ts";
import type { ChangeStatus, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused, resumed } from "./decision.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { resolve } from "./proxy-bidding.ts";
import { type Holidays, settlementDueAt } from "./settlement-due.ts";
import { type AuctionState, winnerOf } from "./state.ts";

export const changeStatus = (
  state: AuctionState,
  command: Pick<ChangeStatus, "status">,
  facts: UsersFacts,
  now: number,
): Decision => {
  if (command.status === state.status) return accepted();
  const unpaid = unpaidPurchase(state);
  if (unpaid && command.status === "sold") {
    return accepted(paid(unpaid), { type: "AuctionSold", winner: unpaid.buyer });
  }
  const undone = state.purchase ? [voided(state, state.purchase)] : [];
  const withoutPurchase = undone.reduce(evolve, state);
  const cleared = startsAnew(withoutPurchase, command.status);
  const effect = effects[command.status](cleared.reduce(evolve, withoutPurchase), now, facts.holidays);
  return effect.kind === "refused" ? effect : accepted(...undone, ...cleared, ...effect.events);
};

/**
 * A lot that is cancelled or put back to draft loses its bids and maxima, so that none of them counts again when the
 * lot reopens. Lots that were cancelled or withdrawn before this rule lose them when they open again.
 */
const startsAnew = (state: AuctionState, to: AuctionStatus): AuctionEvent[] => {
  if (state.bidCount === 0 && state.maxBids.size === 0) return [];
  if (to === "cancelled" || to === "draft") return [{ type: "AllBidsVoided", reason: to }];
  if (state.status === "cancelled" || state.status === "draft")
    return [{ type: "AllBidsVoided", reason: state.status }];
  return [];
};

const effects: Record<AuctionStatus, (state: AuctionState, now: number, holidays: Holidays) => Decision> = {
  active: (state, now) => {
    const isPaused = state.pausedAt !== null;
    if ((!isPaused || state.isEndSet) && state.endsAt <= now) return refused(refusal("END_TIME_PASSED"));
    const isDraft = state.status === "draft";
    const opened = isDraft
      ? ({ type: "AuctionStarted", startsAt: now } as const)
      : ({ type: "AuctionReopened" } as const);
    const event = isPaused ? resumed(state, now) : opened;
    // An edit while the auction was not active may have enabled maxima that could not bid before.
    return accepted(event, ...resolve(evolve(state, event)));
  },
  paused: (state, now) => {
    if (state.endsAt <= now) return refused(refusal(state.status === "active" ? "AUCTION_ENDED" : "END_TIME_PASSED"));
    return accepted({ type: "AuctionPaused", reason: "admin", pausedAt: now, pausedUntil: null });
  },
  ended: (state, now, holidays) => {
    const winner = winnerOf(state);
    return accepted({ type: "AuctionEnded", endedAt: now, winner, dueAt: winner && settlementDueAt(now, holidays) });
  },
  sold: (state) => accepted({ type: "AuctionSold", winner: state.winner ?? winnerOf(state) }),
  cancelled: () => accepted({ type: "AuctionCancelled" }),
  draft: () => accepted({ type: "AuctionWithdrawn" }),
};
