// The days of the takings and the page number, kept in the address. Without them it is today in Lagos.

import { dayIn, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { isoToLagos } from "../../lib/lagos-input.ts";
import type { TakingsDays } from "./queries.ts";

/** `2026-11-21`, in Lagos. */
export const todayOf = (nowMs: number): string => isoToLagos(new Date(nowMs).toISOString()).slice(0, 10);

/** Days in the wrong order or no days at all are dropped. */
export const readDays = (params: URLSearchParams, nowMs: number): TakingsDays => {
  const [first, last] = [dayIn(params, "from"), dayIn(params, "to")];
  const from = first || last || todayOf(nowMs);
  const to = last || from;
  return { ...(from <= to ? { from, to } : { from: to, to: from }), page: pageIn(params) };
};

/** Today has the plain address. */
export const writeDays = ({ from, to, page }: TakingsDays, nowMs: number): URLSearchParams => {
  const today = todayOf(nowMs);
  if (from === today && to === today) return paramsOf({ page });
  return paramsOf({ from, to, page }, { to: from });
};
