// An admin's change of status: any status to any other, with the effects of docs/rules/life-of-an-auction.md.
import type { AuctionStatus } from "@jara/shared/auction";
import { refusal } from "@jara/shared/errors";
import { paid, unpaidPurchase, voided } from "./buy-it-now.ts";
import type { ChangeStatus, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused, resumed } from "./decision.ts";
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
  if (facts.user.role !== "admin") return refused(refusal("FORBIDDEN"));
  if (command.status === state.status) return accepted();
  const unpaid = unpaidPurchase(state);
  if (unpaid && command.status === "sold") {
    return accepted(paid(unpaid), { type: "AuctionSold", winner: unpaid.buyer });
  }
  if (!state.purchase) return effects[command.status](state, now, facts.holidays);
  const undone = voided(state, state.purchase);
  const effect = effects[command.status](evolve(state, undone), now, facts.holidays);
  return effect.kind === "refused" ? effect : accepted(undone, ...effect.events);
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
    // While it stood still an edit may have let maxima bid that could not before.
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
