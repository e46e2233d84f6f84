// An edit or the removal of an auction by staff, and what follows at once. A status in the same edit follows the same
// rules as a status change alone. edit-refusals.ts says which terms may change when.

import type { AuctionStatus } from "@jara/shared/auction";
import { refusal } from "@jara/shared/errors";
import { isStaff } from "@jara/shared/permissions";
import { voided } from "./buy-it-now.ts";
import { changeStatus } from "./change-status.ts";
import type { EditAuction, UsersFacts } from "./commands.ts";
import { changesUnderBuyer, endWithNotice, lacksNotice, makesVersion } from "./content.ts";
import { correctionOf } from "./correction.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import { beingBought, noNotice, whyNoAddendum, whyNoEdit, whyNotIncrement } from "./edit-refusals.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { withIncrementTerms } from "./increment-table.ts";
import { resolve } from "./proxy-bidding.ts";
import { whyTermsChanged } from "./seen-terms.ts";
import { type AuctionState, isOpen, type Terms } from "./state.ts";
import { type Difference, differenceTo } from "./terms.ts";

export const editAuction = (state: AuctionState, command: EditAuction, facts: UsersFacts, now: number): Decision => {
  // After the end time refuse every edit, whether or not the clock has closed the auction, because only a reopening may
  // open it again.
  if (state.status === "active" && now >= state.endsAt) return refused(refusal("AUCTION_ENDED"));
  const outdated = whyTermsChanged(state, command);
  if (outdated) return refused(outdated);
  const { status = state.status, startsAt, addendum, reason, isCorrection = false, ...others } = command.edit;
  if (addendum !== undefined) {
    const no = whyNoAddendum(state);
    if (no) return refused(no);
  }
  const asked = {
    ...others,
    ...(addendum !== undefined && { addenda: [...(state.lot.addenda ?? []), { at: now, text: addendum }] }),
  };
  const isWithdrawn = status === "draft" && state.status !== "draft";

  const events: AuctionEvent[] = [];
  let at = state;
  const add = (...more: readonly AuctionEvent[]): void => {
    events.push(...more);
    at = more.reduce(evolve, at);
  };

  const start = startsAt === undefined || isWithdrawn ? {} : { startsAt };
  const ofIncrement = whyNotIncrement(state, asked);
  if (ofIncrement) return refused(ofIncrement);
  const terms = withoutRounding(state, withIncrementTerms(state, { ...asked, ...start }, facts), command.edit);
  const first = differenceTo(state, { ...terms, ...(isOpen(state) && notBefore(now, state, terms)) });
  if (first && changesUnderBuyer(state, first, status)) return refused(beingBought());
  const isNewVersion = first !== null && !isVoidedBy(state, status) && makesVersion(state, first);
  const correction = isNewVersion && isCorrection ? correctionOf(state, first, command.edit, facts.log ?? []) : null;
  if (correction !== null && typeof correction !== "number") return refused(correction);
  const isFullVersion = isNewVersion && correction === null;
  if (isFullVersion && isOpen({ status }) && lacksNotice(state, first.changes.endsAt ?? state.endsAt, now)) {
    return refused(noNotice());
  }
  const notice = isFullVersion ? noticeOf(state, first, now) : null;
  const difference = first && notice ? withEnd(state, first, notice.endsAt) : first;
  if (difference) {
    const no = whyNoEdit(state, difference, facts.log);
    if (no) return refused(no);
    const version = isNewVersion && {
      contentVersion: state.contentVersion + 1,
      contentChangedAt: now,
      ...(correction !== null && { correction }),
      ...(reason !== undefined && { changeReason: reason }),
      ...(isStaff(facts.user.role) && { changedBy: facts.user.role }),
    };
    const scheduled = notice && { scheduledEndsAt: notice.scheduledEndsAt };
    const isEndNotice = isMovedByNotice(state, first, difference) && ({ isEndNotice: true } as const);
    add({ type: "AuctionEdited", ...difference, ...version, ...scheduled, ...isEndNotice });
    if (difference.changes.currency !== undefined) add(...withoutMaxima(state));
    // Maxima do not bid if the same edit withdraws the auction, because their owners never saw these terms.
    if (isOpen(state) && !isWithdrawn && letsMaximaBid(difference)) add(...resolve(at));
  }

  // An end that has passed closes the auction, unless the edit asks for another status.
  const isOver = isOpen(state) && first?.changes.endsAt !== undefined && at.endsAt <= now;
  const wanted = isOver && status === state.status ? "ended" : status;
  const effect = changeStatus(at, { status: wanted }, facts, now);
  if (effect.kind !== "accepted") return effect;
  add(...effect.events);

  // Withdrawing removes the start time. A start time in the same edit is then set on the draft.
  const planned = isWithdrawn && startsAt !== undefined ? differenceTo(at, { startsAt }) : null;
  if (planned) {
    const no = whyNoEdit(at, planned);
    if (no) return refused(no);
    add({ type: "AuctionEdited", ...planned });
  }
  const isToAnnounce = command.isAnnounced === true && at.status === "draft" && at.startsAt !== null;
  if (isToAnnounce && !at.isUpcoming) add({ type: "AuctionAnnounced" });
  return accepted(...events);
};

/** Removes an auction that nobody has bid on or bought. An auction that involves other people is cancelled instead. */
export const removeAuction = (state: AuctionState): Decision => {
  if (state.bidCount + state.voidedBidCount > 0) return refused(refusal("AUCTION_HAS_BIDS"));
  const { purchase } = state;
  if (purchase && purchase.bidPriceMinor !== null) {
    const message = "This auction was sold by Buy It Now. Cancel it instead.";
    return refused(refusal("AUCTION_HAS_BIDS", { message }));
  }
  const undone = purchase ? [voided(state, purchase)] : [];
  return accepted(...undone, ...withoutMaxima(state), { type: "AuctionRemoved" });
};

/**
 * Ignores the stored times if a form without seconds sends them back cut to the minute. An edit of times and status
 * alone means the end that it names, so such an end is ignored only beside other fields. Such a start is ignored if the
 * auction is not a draft.
 */
const withoutRounding = (state: AuctionState, asked: Partial<Terms>, edit: EditAuction["edit"]): Partial<Terms> => {
  const { startsAt, endsAt, ...others } = asked;
  const isCut = (to: number | null | undefined, from: number | null): boolean =>
    to != null && from !== null && to === Math.floor(from / MINUTE) * MINUTE;
  const keepsStart = state.status !== "draft" && isCut(startsAt, state.startsAt);
  return {
    ...others,
    ...(startsAt !== undefined && !keepsStart && { startsAt }),
    ...(endsAt !== undefined && (isOfTimesAlone(edit) || !isCut(endsAt, state.endsAt)) && { endsAt }),
  };
};

const isOfTimesAlone = ({
  startsAt: _start,
  endsAt: _end,
  status: _status,
  reason: _reason,
  isCorrection: _isCorrection,
  ...others
}: EditAuction["edit"]): boolean => Object.values(others).every((value) => value === undefined);

/** True if the edit cancels or withdraws the lot: it loses its bids and maxima, so nobody relies on what it says. */
const isVoidedBy = (state: AuctionState, status: AuctionStatus): boolean =>
  status !== state.status && (status === "cancelled" || status === "draft");

/** The notice that a new version gives (rule 14); null if the end stays. */
const noticeOf = (state: AuctionState, { changes }: Difference, now: number) =>
  endWithNotice(state, changes.endsAt ?? state.endsAt, now);

const withEnd = (state: AuctionState, { changes, before }: Difference, endsAt: number): Difference => ({
  changes: { ...changes, endsAt },
  before: { ...before, endsAt: state.endsAt },
});

/**
 * True if the edit sets no end, but the notice moved it during a pause, so that enough time is left when the auction
 * resumes.
 */
const isMovedByNotice = (state: AuctionState, asked: Difference | null, made: Difference): boolean =>
  state.pausedAt !== null &&
  !state.isEndSet &&
  asked?.changes.endsAt === undefined &&
  made.changes.endsAt !== undefined;

const MINUTE = 60 * 1000;

/**
 * An end that is moved into the past becomes now. An unchanged end may be in the past, because a pause keeps the time
 * that was left.
 */
const notBefore = (now: number, state: AuctionState, { endsAt = state.endsAt }: Partial<Terms>): Partial<Terms> =>
  endsAt === state.endsAt ? {} : { endsAt: Math.max(endsAt, now) };

/** Cancels all maxima, because an amount means something else in another currency. */
const withoutMaxima = (state: AuctionState): AuctionEvent[] =>
  [...state.maxBids.values()].map(({ id, owner }) => ({ type: "MaxBidCancelled", maxBidId: id, ownerId: owner.id }));

/** True if the minimum bid or the reserve fell, because a maximum may then reach what it could not reach before. */
export const letsMaximaBid = ({ changes, before }: Difference): boolean =>
  (["startingPriceMinor", "incrementMinor", "reserveMinor"] as const).some((term) => {
    const [to, from] = [changes[term], before[term]];
    return to != null && from != null && to < from;
  });
