// The days, in Lagos, on which a verdict is due. A day is checked from two o'clock in the next night on.
import { AHEAD_MS, endOfLagosDay, lagosDay } from "../../../platform/lib/lagos-time.ts";

const CHECKED_AFTER_MS = 2 * AHEAD_MS;
const DAY_MS = 24 * AHEAD_MS;
/** After a longer absence, older days get no verdict. */
const CAUGHT_UP_DAYS = 7;

export interface DueDays {
  readonly days: readonly string[];
  /** The days before them that get none. */
  readonly skipped: { readonly from: string; readonly to: string } | null;
}

const dayAfter = (day: string, days = 1): string => lagosDay(endOfLagosDay(day) + (days - 1) * DAY_MS);

/** `last`: the newest day that has a verdict. `began`: epoch ms, when the log began. */
export const dueDays = (last: string | null, began: number, now: number): DueDays => {
  const newest = lagosDay(now - CHECKED_AFTER_MS - DAY_MS);
  const first = last === null ? lagosDay(began) : dayAfter(last);
  if (first > newest) return { days: [], skipped: null };
  const oldest = dayAfter(newest, 1 - CAUGHT_UP_DAYS);
  const isTooLong = first < oldest;
  const from = isTooLong ? oldest : first;
  const days: string[] = [];
  for (let day = from; day <= newest; day = dayAfter(day)) days.push(day);
  return { days, skipped: isTooLong ? { from: first, to: dayAfter(from, -1) } : null };
};
