// The requests of the audit log. Nothing is shown from memory, because new entries come all the time.
import * as calls from "@jara/shared/calls/audit-log";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";
import { type LogTerms, logFilters } from "./log-filter.ts";

export const auditLogQuery = (terms: LogTerms) =>
  queryOptions({
    queryKey: ["audit-log", terms],
    queryFn: ({ signal }) => ask(calls.listAuditLog, { query: logFilters.queryOf(terms), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const downloadAuditLog = (terms: LogTerms): Promise<void> =>
  download(calls.downloadAuditLog, { query: logFilters.queryOf({ ...terms, page: 1 }) }, "audit-log.csv");
