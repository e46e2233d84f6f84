// The words and figures of a report on the screen.
import { formatMoney } from "@jara/shared/money";
import type { ReportGroup, ReportRow } from "@jara/shared/rest/reports";
import { saleLabel } from "../../queries/sales-to-choose.ts";

const week = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });
const weekWithYear = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** `2 Nov 2026`, the week's Monday; or the sale's title with its day. */
export const rowName = (
  { key, title, closesAt }: Pick<ReportRow, "key" | "title" | "closesAt">,
  by: ReportGroup,
): string => {
  if (by === "week") return weekWithYear.format(new Date(key));
  if (title === null) return "No sale";
  return closesAt ? saleLabel({ title, closesAt }) : title;
};

const LABEL_MAX = 12;
/** Short, for an axis. */
export const rowLabel = ({ key, title }: Pick<ReportRow, "key" | "title">, by: ReportGroup): string => {
  if (by === "week") return week.format(new Date(key));
  const name = Array.from(title ?? "No sale");
  return name.length > LABEL_MAX
    ? `${name
        .slice(0, LABEL_MAX - 1)
        .join("")
        .trimEnd()}…`
    : name.join("");
};

export const percent = (value: number | null): string => (value === null ? "–" : `${value}%`);
export const figure = (value: number | null): string => (value === null ? "–" : value.toLocaleString("en-NG"));

const compact = new Intl.NumberFormat("en-NG", {
  notation: "compact",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
export const shortNaira = (value: number): string => `₦${compact.format(value)}`;
export const naira = (value: number): string => formatMoney(value, "NGN");
