// Soft close (rule 13): a bid that changes the public price shortly before the end moves the end. Pure functions.
import type { AuctionEvent } from "./events.ts";
import type { AuctionState } from "./state.ts";

/** The latest end that soft close allows, epoch ms; null without soft close. */
export const latestEndOf = ({ softClose, extendedFrom, endsAt }: SoftClosing): number | null =>
  softClose && Math.max(endsAt, (extendedFrom ?? endsAt) + softClose.capMinutes * 60_000);

type SoftClosing = Pick<AuctionState, "softClose" | "extendedFrom" | "endsAt">;

/** The start of the window in which a bid moves the end, epoch ms; null without soft close. */
export const windowStartOf = ({ softClose, endsAt }: SoftClosing): number | null =>
  softClose && endsAt - softClose.windowSeconds * 1000;

/** Whether a bid at this time moves the end. */
export const isInWindow = (auction: SoftClosing, now: number): boolean => {
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

/** Returns the event that moves the end, or none if the public price stays or the window has not begun. */
export const extension = (
  before: AuctionState,
  after: AuctionState,
  events: readonly AuctionEvent[],
  now: number,
): AuctionEvent[] => {
  if (after.status !== "active" || after.priceMinor === before.priceMinor) return [];
  const bid = events.findLast((event) => event.type === "BidPlaced");
  if (!bid || !isInWindow(after, now)) return [];
  const endsBy = endsByOf(after);
  const endsAt = endsBy ? endAt(endsBy, now) : after.endsAt;
  if (endsAt <= after.endsAt) return [];
  return [{ type: "AuctionExtended", bidNumber: bid.number, from: after.endsAt, endsAt }];
};
