// An edit or the removal of an auction by staff: which terms may change when, and what follows at once. A status in the
// same edit follows the same rules as a status change alone. The rules are in docs/rules/life-of-an-auction.md.

import { ADDENDA_MAX } from "@jara/shared/addenda";
import type { AuctionStatus } from "@jara/shared/auction";
import { reportFields, strayFields } from "@jara/shared/condition-fields";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { isStaff } from "@jara/shared/permissions";
import { voided } from "./buy-it-now.ts";
import { changeStatus } from "./change-status.ts";
import type { EditAuction, LoggedChange, UsersFacts } from "./commands.ts";
import { changesUnderBuyer, endWithNotice, lacksNotice, makesVersion } from "./content.ts";
import { correctionOf } from "./correction.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { withIncrementTerms } from "./increment-table.ts";
import { resolve } from "./proxy-bidding.ts";
import { type AuctionState, isOpen, type Terms } from "./state.ts";
import { type Difference, differenceTo } from "./terms.ts";

export const editAuction = (state: AuctionState, command: EditAuction, facts: UsersFacts, now: number): Decision => {
  // After the end time refuse every edit, whether or not the clock has closed the auction, because only a reopening may
  // open it again.
  if (state.status === "active" && now >= state.endsAt) return refused(refusal("AUCTION_ENDED"));
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
    const no = whyNot(state, difference, facts.log);
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
    const no = whyNot(at, planned);
    if (no) return refused(no);
    add({ type: "AuctionEdited", ...planned });
  }
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

/** Otherwise a change could suspend all maxima just before the end. */
const noNotice = (): ErrorBody =>
  invalid(
    "endTime",
    "The changes of this lot have moved its end by a day already, so this one would leave bidders less than two hours. " +
      "Set a later end first, or in the same change.",
  );

/** True if the minimum bid or the reserve fell, because a maximum may then reach what it could not reach before. */
export const letsMaximaBid = ({ changes, before }: Difference): boolean =>
  (["startingPriceMinor", "incrementMinor", "reserveMinor"] as const).some((term) => {
    const [to, from] = [changes[term], before[term]];
    return to != null && from != null && to < from;
  });

/** A buyer gets the lot as it was when they bought it. */
const beingBought = (): ErrorBody => {
  const message =
    "Somebody is buying this lot with Buy It Now. Its texts, pictures and terms cannot change until the purchase is paid " +
    "or over.";
  return refusal("AUCTION_HAS_BIDS", { message });
};

const whyNoAddendum = (state: AuctionState): ErrorBody | null => {
  if (!isOpen(state) && state.status !== "draft") {
    return refusal("AUCTION_ENDED", { message: "This auction is over: nothing can be added to the lot." });
  }
  if ((state.lot.addenda?.length ?? 0) < ADDENDA_MAX) return null;
  return invalid("text", `A lot can have at most ${ADDENDA_MAX} addenda.`);
};

/** Bidders rely on the table or on the one increment, so neither becomes the other once there is a bid (rule 17). */
const whyNotIncrement = (
  state: AuctionState,
  { incrementTable, incrementMinor }: EditAuction["edit"],
): ErrorBody | null => {
  const hasTable = state.increments !== null;
  if (incrementTable !== undefined && incrementTable !== hasTable && state.bidCount > 0) {
    const message = "This auction has bids: whether its increments rise with the price can no longer change.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "incrementTable", message }] });
  }
  const isOwn = incrementMinor !== undefined && incrementMinor !== state.incrementMinor;
  if (!isOwn || !hasTable || incrementTable === false) return null;
  return invalid(
    "bidIncrement",
    "This auction's increments rise with the price by the house's table. Switch the table off to set one increment.",
  );
};

/** The report's fields must be those of the lot's categories, whichever of the two changes. */
const strayReport = (state: AuctionState, { changes }: Difference): ErrorBody | null => {
  if (changes.conditionReport === undefined && changes.categories === undefined) return null;
  const { conditionReport = state.lot.conditionReport, categories = state.lot.categories } = changes;
  const [stray] = conditionReport ? strayFields(conditionReport, categories) : [];
  if (!stray) return null;
  const message = `The condition report has “${reportFields[stray].label}”, which lots of these categories do not have.`;
  return invalid(`conditionReport.${stray}`, message);
};

/**
 * Bids, debts and payments keep the lot's currency, also once they are void or closed. The log knows the purchases that
 * are closed; the state knows everything else.
 */
const hadBidsOrPurchases = (state: AuctionState, log: readonly LoggedChange[]): boolean =>
  state.bidCount + state.voidedBidCount + state.forfeitedPurchases > 0 ||
  state.purchase !== null ||
  state.settlement !== null ||
  log.some(({ events }) => events.some(({ type }) => type === "BuyItNowStarted"));

/** `log`: only if the edit changes the currency. */
const whyNot = (state: AuctionState, difference: Difference, log: readonly LoggedChange[] = []): ErrorBody | null => {
  const { changes } = difference;
  const stray = strayReport(state, difference);
  if (stray) return stray;
  const { startingPriceMinor = state.startingPriceMinor, currency, startsAt = state.startsAt } = changes;
  const { reserveMinor = state.reserveMinor, buyItNowMinor = state.buyItNowMinor, endsAt = state.endsAt } = changes;
  const isRepriced = changes.startingPriceMinor !== undefined;

  if (currency !== undefined || isRepriced) {
    if (state.bidCount > 0) {
      const message = "This auction has bids: its currency and starting price can no longer change.";
      return refusal("AUCTION_HAS_BIDS", { message });
    }
    if (state.purchase) {
      const message = "Somebody has used Buy It Now: the currency and the starting price cannot change at the moment.";
      return refusal("AUCTION_HAS_BIDS", { message });
    }
  }
  if (currency !== undefined && hadBidsOrPurchases(state, log)) {
    const message = "Somebody has bid on this lot or bought it before: its currency can no longer change.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "currency", message }] });
  }
  if (state.bidCount > 0 && isRaised(changes.reserveMinor, state.reserveMinor)) {
    const message = "This auction has bids: its reserve can be lowered or removed, but no longer raised or added.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "reservePrice", message }] });
  }
  if (state.bidCount > 0 && (changes.incrementMinor ?? 0) > state.incrementMinor) {
    const message = "This auction has bids: its increment can be lowered, but no longer raised.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "bidIncrement", message }] });
  }
  if (state.bidCount > 0 && changes.softClose !== undefined) {
    const message = "This auction has bids: its soft close can no longer change.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "softClose", message }] });
  }
  if (changes.startsAt !== undefined && state.status !== "draft") {
    return invalid("startTime", "Only a draft's start time can be changed");
  }
  if ((changes.startsAt ?? changes.endsAt) !== undefined && !isOpen(state) && startsAt !== null && endsAt <= startsAt) {
    return invalid("endTime", "The end time must be after the start time");
  }
  if (
    (isRepriced || changes.reserveMinor !== undefined) &&
    reserveMinor !== null &&
    reserveMinor < startingPriceMinor
  ) {
    return invalid("reservePrice", "Reserve price cannot be lower than starting price");
  }
  if ((isRepriced || changes.buyItNowMinor !== undefined) && buyItNowMinor !== null) {
    if (buyItNowMinor <= startingPriceMinor) {
      return invalid("buyItNowPrice", "Buy It Now price must be higher than starting price");
    }
    const bidPriceMinor = state.purchase?.bidPriceMinor ?? state.priceMinor;
    if (state.bidCount > 0 && buyItNowMinor <= bidPriceMinor) {
      const price = formatMoney(toMajor(bidPriceMinor), state.currency);
      return invalid("buyItNowPrice", `Buy It Now price must be higher than the current price of ${price}`);
    }
  }
  if (
    (changes.buyItNowMinor !== undefined || changes.reserveMinor !== undefined) &&
    buyItNowMinor !== null &&
    reserveMinor !== null &&
    buyItNowMinor < reserveMinor
  ) {
    return invalid("buyItNowPrice", "Buy It Now price cannot be lower than the reserve price");
  }
  return null;
};

/**
 * A raise would let an administrator discover the leader's hidden maximum, because the price jumps to any reserve that
 * the maximum reaches.
 */
const isRaised = (to: Minor | null | undefined, from: Minor | null): boolean =>
  to != null && (from === null || to > from);

const invalid = (path: string, message: string): ErrorBody =>
  refusal("INVALID", { message, issues: [{ path, message }] });
