// Times in Lagos, which is an hour ahead of UTC all year. Written in full for mails and files, because these may be
// read anywhere and much later.

const lagos = new Intl.DateTimeFormat("en-US", {
  timeZone: "Africa/Lagos",
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** ISO 8601 to `Sat 21 Nov 2026, 14:05 Lagos time`. */
export const writtenLagosTime = (iso: string): string => {
  const parts = Object.fromEntries(lagos.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${parts.weekday} ${parts.day} ${parts.month} ${parts.year}, ${parts.hour}:${parts.minute} Lagos time`;
};

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** `2026-11-21` to `21 November 2026`. */
export const writtenDay = (lagosDate: string): string => day.format(new Date(lagosDate));

/** Lagos is so far ahead of UTC. */
export const AHEAD_MS = 60 * 60 * 1000;
const DAY_MS = 24 * AHEAD_MS;

/** Return the first moment of a day in Lagos, and the first moment after it, in epoch milliseconds. `2026-11-21`. */
export const startOfLagosDay = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) - AHEAD_MS;
export const endOfLagosDay = (day: string): number => startOfLagosDay(day) + DAY_MS;

/** The day so many days later; a negative number gives an earlier one. */
export const addDays = (day: string, days: number): string => lagosDay(startOfLagosDay(day) + days * DAY_MS);

/** `2026-11-21 14:05:09`, for tables: it sorts as text. */
export const sortableLagosTime = (ms: number): string =>
  new Date(ms + AHEAD_MS).toISOString().slice(0, 19).replace("T", " ");

/** Two times of a day, as `Sat 21 Nov 2026, 14:05 to 14:35 Lagos time`. */
export const writtenLagosSpan = ({
  startsAt,
  endsAt,
}: {
  readonly startsAt: string;
  readonly endsAt: string;
}): string =>
  writtenLagosTime(startsAt).replace(
    " Lagos time",
    ` to ${sortableLagosTime(Date.parse(endsAt)).slice(11, 16)} Lagos time`,
  );

/** The day in Lagos, `2026-11-21`. */
export const lagosDay = (ms: number): string => sortableLagosTime(ms).slice(0, 10);
