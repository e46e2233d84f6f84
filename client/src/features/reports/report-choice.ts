// The days and the grouping of a report, kept in the address. Without days it is the last 12 weeks, this one included.
import { REPORT_WEEKS_DEFAULT, type ReportGroup } from "@jara/shared/rest/reports";
import { choiceIn, dayIn, paramsOf } from "../../lib/address-filters.ts";
import { isoToLagos } from "../../lib/lagos-input.ts";
import type { ReportChoice } from "./queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const atMidnight = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
const todayOf = (nowMs: number): string => isoToLagos(new Date(nowMs).toISOString()).slice(0, 10);
/** The number of whole weeks. The week of `to` is the last. */
export const lastWeeks = (weeks: number, to: string): Pick<ReportChoice, "from" | "to"> => {
  const weekday = (new Date(atMidnight(to)).getUTCDay() + 6) % 7;
  return { from: new Date(atMidnight(to) - (weekday + 7 * (weeks - 1)) * DAY_MS).toISOString().slice(0, 10), to };
};

export const defaultDays = (nowMs: number): Pick<ReportChoice, "from" | "to"> =>
  lastWeeks(REPORT_WEEKS_DEFAULT, todayOf(nowMs));

/** Invalid values are dropped, and days in the wrong order are swapped. */
export const readChoice = (params: URLSearchParams, nowMs: number): ReportChoice => {
  const by: ReportGroup = choiceIn(params, "by", ["sale"], "week");
  const to = dayIn(params, "to") || todayOf(nowMs);
  const from = dayIn(params, "from") || lastWeeks(REPORT_WEEKS_DEFAULT, to).from;
  return from <= to ? { from, to, by } : { from: to, to: from, by };
};

/** The default has the plain address. */
export const writeChoice = ({ from, to, by }: ReportChoice, nowMs: number): URLSearchParams => {
  const usual = defaultDays(nowMs);
  const days = from === usual.from && to === usual.to ? {} : { from, to };
  return paramsOf({ ...days, by }, { by: "week" });
};
