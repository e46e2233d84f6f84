// Moments with their date, in Lagos time, because the administrators' lists span years.
const lagos = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

/** `21 Nov 2026, 14:05`. */
export const lagosDate = (iso: string): string => lagos.format(new Date(iso));
