// The times of a lot that belongs to a sale: a shift of the whole sale, and the order in which its lots close. Pure
// functions. Neither may shorten the time that bidders have.
import { refusal } from "@jara/shared/errors";
import type { KeepOpen, ShiftTimes } from "./commands.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import type { AuctionEdited } from "./events.ts";
import type { AuctionState } from "./state.ts";
import { differenceTo } from "./terms.ts";

/** Shifts the start of a draft, and the end of every lot that is not over. Refuses a lot that is over. */
export const shiftTimes = (state: AuctionState, { byMs }: ShiftTimes, now: number): Decision => {
  const isLeft = state.status === "draft" || state.status === "active" || state.status === "paused";
  if (!isLeft || (state.status === "active" && now >= state.endsAt)) return refused(refusal("AUCTION_ENDED"));
  const isDraft = state.status === "draft";
  const difference = differenceTo(state, {
    ...(isDraft && state.startsAt !== null && { startsAt: state.startsAt + byMs }),
    endsAt: state.endsAt + byMs,
  });
  // Resuming still adds the length of the pause.
  const isEndNotice = state.status === "paused" && !state.isEndSet && ({ isEndNotice: true } as const);
  if (!difference) return accepted();
  return accepted({ type: "AuctionEdited", ...difference, ...scheduleMovedBy(state, byMs), ...isEndNotice });
};

/**
 * Moves the end of an active lot, if it would close before an earlier lot of its sale. Also a moment after its end: as
 * long as an earlier lot is open, the close clock does not close it.
 */
export const keepOpen = (state: AuctionState, { untilMs }: KeepOpen): Decision => {
  if (state.status !== "active" || untilMs <= state.endsAt) return accepted();
  const difference = differenceTo(state, { endsAt: untilMs });
  if (!difference) return accepted();
  const moved = scheduleMovedBy(state, untilMs - state.endsAt);
  return accepted({ type: "AuctionEdited", ...difference, ...moved, isSaleOrder: true });
};

/** The sale moves the schedule of a lot with its end, so that the notices of earlier changes still count (rule 14). */
const scheduleMovedBy = ({ scheduledEndsAt }: AuctionState, byMs: number): Pick<AuctionEdited, "scheduledEndsAt"> =>
  scheduledEndsAt === null ? {} : { scheduledEndsAt: scheduledEndsAt + byMs };
