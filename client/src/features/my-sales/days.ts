// The days of a seller's statement, kept in the address. Without them it is the current month in Lagos.
import { dayIn } from "../../lib/address-filters.ts";
import type { Days } from "./queries.ts";

/** Lagos is an hour ahead of UTC all year. */
const LAGOS_MS = 60 * 60 * 1000;

export const daysIn = (params: URLSearchParams, nowMs: number): Days => {
  const [from, to] = [dayIn(params, "from"), dayIn(params, "to")];
  return from && to && from <= to ? { from, to } : currentMonth(nowMs);
};

const currentMonth = (nowMs: number): Days => {
  const month = new Date(nowMs + LAGOS_MS).toISOString().slice(0, 7);
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
};
