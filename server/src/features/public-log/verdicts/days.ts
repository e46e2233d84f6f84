// The days, in Lagos, on which a verdict is due. A day is checked from two o'clock in the next night on.
import { AHEAD_MS, addDays, lagosDay } from "../../../platform/lib/lagos-time.ts";

const CHECKED_AFTER_MS = 2 * AHEAD_MS;
const DAY_MS = 24 * AHEAD_MS;
/** The most days that get a verdict after an absence. Older days get none. */
const CAUGHT_UP_DAYS = 7;

export interface DueDays {
  readonly days: readonly string[];
  /** The days before them that get none. */
  readonly skipped: { readonly from: string; readonly to: string } | null;
}

/** `last`: the newest day that has a verdict. `began`: epoch ms, when the log began. */
export const dueDays = (last: string | null, began: number, now: number): DueDays => {
  const newest = lagosDay(now - CHECKED_AFTER_MS - DAY_MS);
  const first = last === null ? lagosDay(began) : addDays(last, 1);
  if (first > newest) return { days: [], skipped: null };
  const oldest = addDays(newest, 1 - CAUGHT_UP_DAYS);
  const isTooLong = first < oldest;
  const from = isTooLong ? oldest : first;
  const days: string[] = [];
  for (let day = from; day <= newest; day = addDays(day, 1)) days.push(day);
  return { days, skipped: isTooLong ? { from: first, to: addDays(from, -1) } : null };
};
