// The period, the kind and the page of the statement, kept only in the address.
import { type CauseKind, causeKinds } from "@jara/shared/ledger-causes";
import { choiceIn, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { daysOfMonth, lagosMonth } from "../../lib/lagos-month.ts";

export interface StatementFilters {
  /** `2026-11`; null: all months. */
  month: string | null;
  kind: CauseKind | "";
  page: number;
}

/** Without a month in the address it is the current one. */
export const readFilters = (params: URLSearchParams, current: string): StatementFilters => {
  const month = params.get("month") ?? "";
  return {
    month: month === "all" ? null : /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : current,
    kind: choiceIn(params, "kind", causeKinds),
    page: pageIn(params),
  };
};

/** Always names the month, so that an address that is shared or kept shows the same month later. */
export const writeFilters = ({ month, ...rest }: StatementFilters): URLSearchParams =>
  paramsOf({ month: month ?? "all", ...rest });

/** The query of the API's calls. */
export const periodOf = ({ month, kind }: Pick<StatementFilters, "month" | "kind">): Record<string, string> => {
  if (month === null) return kind ? { kind } : {};
  return { ...daysOfMonth(month), ...(kind && { kind }) };
};

export const monthBeside = (month: string, by: 1 | -1): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by)).toISOString().slice(0, 7);

/** Newest first, from the month of the first entry to the current one; with the chosen one, wherever it is. */
export const monthsToChoose = (firstAt: string | null, current: string, chosen: string | null): string[] => {
  const first = firstAt === null ? current : lagosMonth(Date.parse(firstAt));
  const months = new Set(chosen === null ? [] : [chosen]);
  for (let month = current; month >= first; month = monthBeside(month, -1)) months.add(month);
  return [...months].sort().reverse();
};

const words = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
/** `November 2026`. */
export const monthWords = (month: string): string => words.format(new Date(`${month}-01`));
