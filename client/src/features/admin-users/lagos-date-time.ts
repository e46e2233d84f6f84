// A time in Lagos with its year, because what administrators look up may be old: "23 Nov 2026, 06:36".
const format = new Intl.DateTimeFormat("en-NG", { dateStyle: "medium", timeStyle: "short", timeZone: "Africa/Lagos" });

export const lagosDateTime = (iso: string): string => format.format(new Date(iso));
