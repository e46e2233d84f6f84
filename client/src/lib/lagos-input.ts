// Between a date-time box, which knows no zone, and the wire. What is typed is always Lagos time, whatever zone the
// device is in; Lagos is one hour ahead of UTC all year.
const LAGOS = "+01:00";
const LAGOS_MS = 60 * 60 * 1000;

/** `2026-11-22T15:30`, typed in Lagos, as UTC; null for what is no time. */
export const lagosToIso = (typed: string): string | null => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(typed)) return null;
  const ms = Date.parse(`${typed.length === 16 ? `${typed}:00` : typed}${LAGOS}`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/** A moment as a date-time box shows it in Lagos, to the minute; empty for none. */
export const isoToLagos = (iso: string | null | undefined): string => {
  const ms = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(ms) ? "" : new Date(ms + LAGOS_MS).toISOString().slice(0, 16);
};
