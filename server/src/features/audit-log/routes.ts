// /api/admin/audit-log and its file: who did what to whom, when and from where.
import * as calls from "@jara/shared/calls/audit-log";
import { AUDIT_LOG_LIMIT_DEFAULT, type AuditEntry, type AuditLogFilter } from "@jara/shared/rest/audit-log";
import { interestsOf } from "../../engine/reads/interests.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { refuseField } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import { lagosDay, sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type AuditScope, actionNames, logInParts, pageOfLog } from "./queries.ts";

const READ_AT_ONCE = 500;

export const serveAuditLog = (app: App, { database, clock }: Pick<RouteDeps, "database" | "clock">): void => {
  const scopeOf = async (adminId: string, filter: AuditLogFilter): Promise<AuditScope> => {
    if (filter.from && filter.to && filter.from > filter.to) {
      const message = "The first day must not be after the last";
      return refuseField("from", message);
    }
    return { ...filter, interests: [...(await interestsOf(database, adminId))] };
  };

  serve(app, calls.listAuditLog, async ({ account: { id }, query }) => {
    const { page = 1, limit = AUDIT_LOG_LIMIT_DEFAULT, ...filter } = query;
    const scope = await scopeOf(id, filter);
    const [{ entries, total }, actions] = await Promise.all([
      pageOfLog(database, scope, { page, limit }),
      actionNames(database),
    ]);
    const isPartial = scope.interests.length > 0;
    return { entries, actions, isPartial, pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.downloadAuditLog, async ({ account: { id }, query, reply }) => {
    const scope = await scopeOf(id, query);
    await recordDownload(database, id, "audit log", query);
    const file = csvFile(heads, logInParts(database, scope, READ_AT_ONCE), lineOf);
    return sendFile(reply, `audit-log_${lagosDay(clock.now())}.csv`, file);
  });
};

const heads = [
  "time (UTC)",
  "time (Lagos)",
  "who",
  "who (id)",
  "action",
  "to whom",
  "to whom (id)",
  "lot",
  "lot id",
  "asked by",
  "network",
  "device",
  "details",
];

const lineOf = (entry: AuditEntry): string => {
  const { actor, subject, auction } = entry;
  return csvLine([
    entry.at,
    sortableLagosTime(Date.parse(entry.at)),
    actor?.username ?? "",
    actor?._id ?? "",
    entry.action,
    subject?.username ?? "",
    subject?._id ?? "",
    auction?.title ?? "",
    auction?._id ?? "",
    entry.via ?? "",
    entry.network ?? "",
    entry.device ?? "",
    JSON.stringify(entry.details),
  ]);
};
