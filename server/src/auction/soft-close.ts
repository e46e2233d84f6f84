// Soft close (rule 13): a bid that changes the public price shortly before the end moves the end. Pure functions.
import type { AuctionEvent, AuctionExtended } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { AuctionState } from "./state.ts";

/** The latest end that soft close allows, epoch ms; null without soft close. */
export const latestEndOf = ({ softClose, extendedFrom, endsAt }: SoftClosing): number | null =>
  softClose && Math.max(endsAt, (extendedFrom ?? endsAt) + softClose.capMinutes * 60_000);

type SoftClosing = Pick<AuctionState, "softClose" | "extendedFrom" | "endsAt">;

/** The start of the window in which a bid moves the end, epoch ms; null without soft close. */
export const windowStartOf = ({ softClose, endsAt }: SoftClosing): number | null =>
  softClose && endsAt - softClose.windowSeconds * 1000;

/** Whether a bid at this time moves the end. */
const isInWindow = (auction: SoftClosing, now: number): boolean => {
  const start = windowStartOf(auction);
  return start !== null && now > start;
};

/**
 * The values from which a commit computes the new end, in ms: the commit's time plus the window, at most the latest
 * end.
 */
export interface EndsBy {
  readonly windowMs: number;
  readonly latestMs: number;
  /** The end before the commit, because soft close never makes the end earlier. */
  readonly earliestMs: number;
}

export const endsByOf = (before: SoftClosing): EndsBy | null => {
  const latestMs = latestEndOf(before);
  if (!before.softClose || latestMs === null) return null;
  return { windowMs: before.softClose.windowSeconds * 1000, latestMs, earliestMs: before.endsAt };
};

/** `at`: the commit's time, epoch ms. */
export const endAt = ({ windowMs, latestMs, earliestMs }: EndsBy, at: number): number =>
  Math.max(earliestMs, Math.min(at + windowMs, latestMs));

/** Bids and maxima leave the window where it is. */
const isOfContest = ({ type }: AuctionEvent): boolean =>
  type === "BidPlaced" || type === "MaxBidSet" || type === "MaxBidConfirmed";

/**
 * Returns the event that moves the end, or null if no bid changed the public price in the window. `events` are those of
 * one decision on `before`; an edit among them may have moved the window.
 */
export const extension = (
  before: AuctionState,
  events: readonly AuctionEvent[],
  now: number,
): AuctionExtended | null => {
  const bid = events.findLast((event) => event.type === "BidPlaced");
  if (!bid) return null;
  // Nearly all bids come before the window and need no second state.
  if (!isInWindow(before, now) && events.every(isOfContest)) return null;
  const after = events.reduce(evolve, before);
  if (after.status !== "active" || after.priceMinor === before.priceMinor || !isInWindow(after, now)) return null;
  const endsBy = endsByOf(after);
  const endsAt = endsBy ? endAt(endsBy, now) : after.endsAt;
  if (endsAt <= after.endsAt) return null;
  return { type: "AuctionExtended", bidNumber: bid.number, from: after.endsAt, endsAt };
};
