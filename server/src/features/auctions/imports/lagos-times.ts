// Reads and writes the times of a table: Lagos time, unless the text names its zone itself.
import { AHEAD_MS } from "../../../platform/lib/lagos-time.ts";

export const timeFormats = "2026-11-24 18:00 or 24/11/2026 18:00, in Lagos time";

const clock = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})-(\d\d?)-(\d\d?)[T ]+${clock}$`);
const dayFirst = new RegExp(String.raw`^(\d\d?)[/.-](\d\d?)[/.-](\d{4}),?[T ]+${clock}$`);
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** ISO 8601 in UTC; null if the text is no time. */
export const readTime = (typed: string): string | null => {
  const text = typed.trim();
  if (zoned.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  }
  const year = yearFirst.exec(text);
  const day = dayFirst.exec(text);
  const [y, m, d, ...rest] = year ? year.slice(1) : day ? [day[3], day[2], day[1], ...day.slice(4)] : [];
  if (y === undefined) return null;
  const [h = "", min = "", s = "0", fraction = "0"] = rest;
  const numbers = [y, m, d, h, min, s].map(Number) as [number, number, number, number, number, number];
  const [yy, mm, dd, hh, mi, ss] = numbers;
  const at = new Date(Date.UTC(yy, mm - 1, dd, hh, mi, ss, Number(fraction.padEnd(3, "0"))));
  // A day that does not exist would become another one.
  const isReal = at.getUTCMonth() === mm - 1 && at.getUTCDate() === dd && hh < 24 && mi < 60 && ss < 60;
  return isReal ? new Date(at.getTime() - AHEAD_MS).toISOString() : null;
};

/** Seconds are written only where there are any. */
export const writeTime = (iso: string): string => {
  const local = new Date(Date.parse(iso) + AHEAD_MS).toISOString();
  const [date, time = ""] = local.slice(0, -1).split("T");
  return `${date} ${time.replace(/(?::00)?\.000$/, "")}`;
};
