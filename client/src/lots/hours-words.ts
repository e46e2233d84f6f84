// The opening hours in words: "Monday to Friday 09:00–17:00".
import type { Hours, OpenHours } from "@jara/shared/site-settings";

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const timesOf = (hours: OpenHours | null): string => (hours ? `${hours.opens}–${hours.closes}` : "closed");

/** Equal days in a row are one line. */
export const hoursLines = (days: Hours["days"]): { days: string; times: string }[] => {
  const lines: { first: number; last: number; times: string }[] = [];
  for (const [n, hours] of days.entries()) {
    const [times, line] = [timesOf(hours), lines.at(-1)];
    if (line?.times === times) line.last = n;
    else lines.push({ first: n, last: n, times });
  }
  return lines.map(({ first, last, times }) => ({
    days: first === last ? `${weekdays[first]}` : `${weekdays[first]} to ${weekdays[last]}`,
    times,
  }));
};

/** One line, for a form: "Monday to Friday 09:00–17:00". Closed days are left out. */
export const hoursText = (days: Hours["days"]): string =>
  hoursLines(days)
    .filter(({ times }) => times !== "closed")
    .map((line) => `${line.days} ${line.times}`)
    .join("; ");
