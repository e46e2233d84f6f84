// Converts between a date-time input, which has no time zone, and the wire. The typed time is always Lagos time,
// whatever the device's time zone; Lagos is one hour ahead of UTC all year.
const LAGOS = "+01:00";
const LAGOS_MS = 60 * 60 * 1000;

/** `2026-11-22T15:30`, typed in Lagos, as UTC; null if the text is not a time. */
export const lagosToIso = (typed: string): string | null => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(typed)) return null;
  const ms = Date.parse(`${typed.length === 16 ? `${typed}:00` : typed}${LAGOS}`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/** A moment as a date-time input shows it in Lagos, to the minute; empty if there is none. */
export const isoToLagos = (iso: string | null | undefined): string => {
  const ms = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(ms) ? "" : new Date(ms + LAGOS_MS).toISOString().slice(0, 16);
};
