// The days of a seller's statement, kept in the address. Without them it is the current month in Lagos.
import { dayIn } from "../../lib/address-filters.ts";
import { daysOfMonth, lagosMonth } from "../../lib/lagos-month.ts";
import type { Days } from "./queries.ts";

export const daysIn = (params: URLSearchParams, nowMs: number): Days => {
  const [from, to] = [dayIn(params, "from"), dayIn(params, "to")];
  return from && to && from <= to ? { from, to } : daysOfMonth(lagosMonth(nowMs));
};
