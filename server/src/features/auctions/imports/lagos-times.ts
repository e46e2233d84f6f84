// Reads and writes the times of a table: Lagos time, unless the text names its zone itself.
import { AHEAD_MS } from "../../../platform/lib/lagos-time.ts";
import { cut } from "./cut.ts";

export const timeFormats = "2026-11-24 18:00 or 24/11/2026 18:00, in Lagos time";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month = String.raw`(${months.join("|")})[a-z]*\.?`;
const dates = {
  yearFirst: String.raw`(?<y>\d{4})[-/](?<m>\d\d?)[-/](?<d>\d\d?)`,
  dayFirst: String.raw`(?<d>\d\d?)[/.-](?<m>\d\d?)[/.-](?<y>\d{4})`,
  namedMonth: String.raw`(?<d>\d\d?)[ -](?<m>${month})[ ,-]+(?<y>\d{4}|\d\d)`,
  namedMonthFirst: String.raw`(?<m>${month}) (?<d>\d\d?),? (?<y>\d{4})`,
};
const clock = String.raw`(?<h>\d{1,2}):(?<min>\d\d)(?::(?<s>\d\d)(?:\.(?<f>\d{1,3}))?)?(?: ?(?<half>[ap])\.?m\.?)?`;
const timesOf = Object.values(dates).map((date) => new RegExp(`^${date}(?:,? +|T)${clock}$`, "i"));
const daysOf = Object.values(dates).map((date) => new RegExp(`^${date}$`, "i"));
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

type Parts = Readonly<Record<string, string | undefined>>;

const partsOf = (text: string, forms: readonly RegExp[]): Parts | null => {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts) return parts;
  }
  return null;
};

const evenSpaces = (typed: string): string => typed.trim().replace(/\s+/gu, " ");

/** ISO 8601 in UTC; null if the text is no time. */
export const readTime = (typed: string): string | null => {
  const text = evenSpaces(typed);
  if (zoned.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  }
  const parts = partsOf(text, timesOf);
  return parts && fromParts(parts);
};

const fromParts = ({ y = "", m = "", d, h, min, s = "0", f = "0", half }: Parts): string | null => {
  const year = Number(y) + (y.length === 2 ? 2000 : 0);
  const named = months.indexOf(m.slice(0, 3).toLowerCase());
  const monthPlace = named >= 0 ? named : Number(m) - 1;
  const [day, minute, second] = [Number(d), Number(min), Number(s)];
  const isTwelve = half === undefined || (Number(h) >= 1 && Number(h) <= 12);
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const at = new Date(Date.UTC(year, monthPlace, day, hour, minute, second, Number(f.padEnd(3, "0"))));
  // A day that does not exist would become another one.
  const isReal = at.getUTCMonth() === monthPlace && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal && isTwelve ? new Date(at.getTime() - AHEAD_MS).toISOString() : null;
};

/** A sentence about a text that is no time. */
export const whyNoTime = (typed: string): string => {
  const text = evenSpaces(typed);
  const shown = `“${cut(text, 40)}”`;
  if (partsOf(text, daysOf)) return `${shown} has no time of day. Write ${timeFormats}.`;
  const { d, m } = partsOf(text, timesOf) ?? {};
  if (Number(m) > 12 && Number(d) <= 12) return `${shown} names the month first. Write ${timeFormats}.`;
  return `${shown} is not a time. Write ${timeFormats}.`;
};

/** Seconds are written only where there are any. */
export const writeTime = (iso: string): string => {
  const local = new Date(Date.parse(iso) + AHEAD_MS).toISOString();
  const [date, time = ""] = local.slice(0, -1).split("T");
  return `${date} ${time.replace(/(?::00)?\.000$/, "")}`;
};
