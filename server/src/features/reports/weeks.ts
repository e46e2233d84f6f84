// ISO weeks in Lagos: they begin on Monday. Days are `2026-11-24`.
import { addDays } from "../../platform/lib/lagos-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const atMidnight = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

/** Both days count. */
export const daysBetween = (from: string, to: string): number => (atMidnight(to) - atMidnight(from)) / DAY_MS + 1;

export const mondayOf = (day: string): string => addDays(day, -((new Date(atMidnight(day)).getUTCDay() + 6) % 7));

/** The Mondays of the weeks that overlap the days, the first first. */
export const weeksOf = ({ from, to }: { readonly from: string; readonly to: string }): string[] => {
  const weeks: string[] = [];
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.push(monday);
  return weeks;
};
