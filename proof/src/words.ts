// Writes amounts, times, durations and counts for sentences. Times are those of Lagos, which has no summer time.

const signs: Readonly<Record<string, string>> = { NGN: "₦", USD: "$" };

/** `minor`: kobo or cents. */
export const moneyWords = (minor: number, currency: string): string => {
  const whole = String(Math.floor(minor / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${signs[currency] ?? `${currency} `}${whole}.${String(minor % 100).padStart(2, "0")}`;
};

const months = "January February March April May June July August September October November December".split(" ");
const LAGOS_MS = 60 * 60 * 1000;
const two = (value: number): string => String(value).padStart(2, "0");

/** `ms`: since 1970. "25 November 2026, 16:04:05.123 Lagos time". */
export const timeWords = (ms: number): string => {
  const at = new Date(ms + LAGOS_MS);
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(":");
  return `${day}, ${clock}.${String(at.getUTCMilliseconds()).padStart(3, "0")} Lagos time`;
};

/** "0.147 s", "12 min 3 s", "2 h 5 min". */
export const durationWords = (ms: number): string => {
  const seconds = ms / 1000;
  if (seconds < 60) return `${Number(seconds.toFixed(3))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
};

export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",")} ${count === 1 ? one : many}`;
