// A leaking bucket, stored as the periods in which it was not empty. Unlike a level, periods can take a late report of
// an earlier event, with the same result as if it had arrived at once, because the order of arrival does not change
// when a steadily leaking bucket is empty.

/** Alternating starts and ends in ms, oldest first. Two periods never touch. */
export type BusyPeriods = number[];

/** Older reports of other nodes are ignored (see share-spending.ts). */
const REMEMBERED_MS = 7_000;
/** Earlier periods that begin within this time are merged, so that no key has more than 140. */
const KEPT_APART_MS = 50;

/** When the bucket becomes, or became, empty. */
export const endOf = (periods: BusyPeriods): number => periods.at(-1) ?? Number.NEGATIVE_INFINITY;

/** Adds at the time `at`, not later than `now`, an amount that takes `lastsMs` to leak away. */
export const addWork = (periods: BusyPeriods, at: number, lastsMs: number, now: number): void => {
  let start = periods.length;
  while (start > 0 && (periods[start - 2] as number) > at) start -= 2;
  const isWithin = start > 0 && (periods[start - 1] as number) >= at;
  if (isWithin) {
    start -= 2;
    (periods[start + 1] as number) += lastsMs;
  } else periods.splice(start, 0, at, at + lastsMs);
  mergeFollowing(periods, start);
  if (!isWithin) joinEarlier(periods, start);
  while (periods.length > 2 && (periods[1] as number) < now - REMEMBERED_MS) periods.splice(0, 2);
};

/** A period that grows into the next ones leaks first, so each of those ends later by the overlap. */
const mergeFollowing = (periods: BusyPeriods, start: number): void => {
  while (start + 2 < periods.length && (periods[start + 1] as number) >= (periods[start + 2] as number)) {
    (periods[start + 1] as number) += (periods[start + 3] as number) - (periods[start + 2] as number);
    periods.splice(start + 2, 2);
  }
};

/**
 * Joins the two periods before a new one if they begin close together: the later one moves to the end of the earlier
 * one. No amount is lost, and it only leaks sooner, so that a late report never charges too much. The last period stays
 * exact.
 */
const joinEarlier = (periods: BusyPeriods, start: number): void => {
  const [earlier, later] = [start - 4, start - 2];
  if (earlier < 0 || (periods[later] as number) - (periods[earlier] as number) >= KEPT_APART_MS) return;
  (periods[earlier + 1] as number) += (periods[later + 1] as number) - (periods[later] as number);
  periods.splice(later, 2);
};
