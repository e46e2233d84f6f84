// Formats a moment in Lagos time: with or without the year, with seconds, or as a clock time.
const moment = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", dateStyle: "short" });

const withYear = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "Africa/Lagos",
});

/** `22 Nov 2026, 14:05`, for lists that reach back over years. */
export const lagosDateTime = (iso: string): string => withYear.format(new Date(iso));

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Africa/Lagos" });

/** `22 Nov 2026`. */
export const lagosDate = (iso: string): string => date.format(new Date(iso));

const withSeconds = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "Africa/Lagos",
});

/** `22 Nov 2026, 14:05:09 WAT`, for evidence. */
export const lagosSecond = (iso: string): string => `${withSeconds.format(new Date(iso))} WAT`;

/** `22 Nov, 14:05`, where the year is clear from the context. */
export const lagosMoment = (iso: string): string => moment.format(new Date(iso));

/** `18:30` when both are on the same day in Lagos, otherwise `22 Nov, 00:10`. */
export const lagosClock = (iso: string, besideIso: string): string =>
  day.format(new Date(iso)) === day.format(new Date(besideIso)) ? clock.format(new Date(iso)) : lagosMoment(iso);

const weekday = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  weekday: "short",
  day: "numeric",
  month: "short",
});

/** `Tue, 1 Dec`, for days that are near. */
export const lagosWeekday = (iso: string): string => weekday.format(new Date(iso));
