// Counts back one working day: 24 hours of days that are neither weekends nor public holidays in Lagos.
import { type Holidays, isBusinessDay } from "../../auction/settlement/settlement-due.ts";
import { AHEAD_MS, lagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The latest time from which a whole working day has passed until `now`. Epoch ms. */
export const workingDayBefore = (now: number, holidays: Holidays): number => {
  let left = DAY_MS;
  let until = now;
  for (;;) {
    const start = startOfLagosDay(lagosDay(until - 1));
    if (isBusinessDay(start + AHEAD_MS, holidays)) {
      if (until - left >= start) return until - left;
      left -= until - start;
    }
    until = start;
  }
};
