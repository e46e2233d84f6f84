// The dates of holidays as people read them. A date is a day in Lagos and not a moment, so no time zone shifts it.
import type { Holiday } from "@jara/shared/rest/settlements";
import { ApiError } from "../../lib/api.ts";

const day = new Intl.DateTimeFormat("en-NG", { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" });
const wholeDay = new Intl.DateTimeFormat("en-NG", { timeZone: "UTC", dateStyle: "full" });

/** `Thu, 1 Oct`. */
export const dayText = (date: string): string => day.format(new Date(date));
/** `Thursday, 1 October 2026`. */
export const wholeDayText = (date: string): string => wholeDay.format(new Date(date));

export const isWeekend = (date: string): boolean => [0, 6].includes(new Date(date).getUTCDay());

/** The name that somebody else gave the day in the meantime; null if the save failed for another reason. */
export const nowCalled = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.code !== "VALUE_CHANGED") return null;
  const name = error.body?.changes?.[0]?.after;
  return typeof name === "string" ? `Somebody else named this day “${name}” in the meantime.` : null;
};

/** Groups by year; the earliest year and day come first. */
export const byYear = (holidays: readonly Holiday[]): [year: string, holidays: Holiday[]][] => {
  const years = new Map<string, Holiday[]>();
  for (const holiday of holidays.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const year = holiday.date.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), holiday]);
  }
  return [...years];
};
