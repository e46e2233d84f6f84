// The filter of the audit log and the page number, from the address.
import type * as calls from "@jara/shared/calls/audit-log";
import { dayFilter, type FiltersOf, listFilters, pageFilter, textFilter } from "../../lib/address-filters.ts";

export const TEXT_MAX = 200;

export const logFilters = listFilters<typeof calls.listAuditLog, "limit">()({
  actor: textFilter(TEXT_MAX),
  subject: textFilter(TEXT_MAX),
  action: textFilter(TEXT_MAX),
  from: dayFilter,
  to: dayFilter,
  page: pageFilter,
});
export type LogTerms = FiltersOf<typeof logFilters>;

export const readTerms = (params: URLSearchParams): LogTerms => {
  const terms = logFilters.read(params);
  const { from, to } = terms;
  return from && to && from > to ? { ...terms, from: to, to: from } : terms;
};
