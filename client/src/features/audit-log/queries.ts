// The requests of the audit log. Nothing is shown from memory, because new entries come all the time.
import * as calls from "@jara/shared/calls/audit-log";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";
import { filterParams, type LogFilter, type LogTerms } from "./log-filter.ts";

export const auditLogQuery = ({ page, ...filter }: LogTerms) =>
  queryOptions({
    queryKey: ["audit-log", filter, page],
    queryFn: ({ signal }) =>
      ask(calls.listAuditLog, { query: { ...filterParams(filter), ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const downloadAuditLog = (filter: LogFilter): Promise<void> =>
  download(calls.downloadAuditLog, { query: filterParams(filter) }, "audit-log.csv");
