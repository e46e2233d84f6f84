// The days of the takings and the page number, kept in the address. Without them it is today in Lagos.
import { isoToLagos } from "../../lib/lagos-input.ts";
import type { TakingsDays } from "./queries.ts";

const todayOf = (nowMs: number): string => isoToLagos(new Date(nowMs).toISOString()).slice(0, 10);

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Days in the wrong order or no days at all are dropped. */
export const readDays = (params: URLSearchParams, nowMs: number): TakingsDays => {
  const [first, last] = [params.get("from"), params.get("to")].map((text) => (isDay(text) ? text : null));
  const from = first ?? last ?? todayOf(nowMs);
  const to = last ?? from;
  const page = params.get("page") ?? "";
  return {
    ...(from <= to ? { from, to } : { from: to, to: from }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
};

/** Today has the plain address. */
export const writeDays = ({ from, to, page }: TakingsDays, nowMs: number): URLSearchParams => {
  const params = new URLSearchParams();
  const today = todayOf(nowMs);
  if (from !== today || to !== today) {
    params.set("from", from);
    if (to !== from) params.set("to", to);
  }
  if (page > 1) params.set("page", String(page));
  return params;
};
