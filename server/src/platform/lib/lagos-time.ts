// Writes times for mails in full, because a mail may be read anywhere and much later.

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
