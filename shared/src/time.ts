// Formats durations and clock times as the screens show them (spec section 4).

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const parts = (ms: number) => ({
  days: Math.floor(ms / DAY),
  hours: Math.floor((ms % DAY) / HOUR),
  minutes: Math.floor((ms % HOUR) / MINUTE),
  seconds: Math.floor((ms % MINUTE) / SECOND),
});

/** `2d 3h 4m`, `3h 4m 5s`, `4m 5s`, and "Auction ended" at zero and below. */
export const formatCountdown = (leftMs: number): string => {
  if (leftMs <= 0) return "Auction ended";
  const { days, hours, minutes, seconds } = parts(leftMs);
  if (days > 0) return `${days}d ${hours}h ${minutes}m`;
  if (hours > 0) return `${hours}h ${minutes}m ${seconds}s`;
  return `${minutes}m ${seconds}s`;
};

/** `2d 3h`, `3h 4m`, `4m`, and "Ended" at zero and below. */
export const formatTimeLeft = (leftMs: number): string => {
  if (leftMs <= 0) return "Ended";
  const { days, hours, minutes } = parts(leftMs);
  if (days > 0) return `${days}d ${hours}h`;
  if (hours > 0) return `${hours}h ${minutes}m`;
  return `${minutes}m`;
};

const lagos = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

/** A moment in Lagos time, `Sat, 21 Nov, 14:05 WAT`. */
export const formatLagosTime = (iso: string): string => `${lagos.format(new Date(iso))} WAT`;
