// /api/admin/audit-log and its file: who did what to whom, when and from where.
import { refusal } from "@jara/shared/errors";
import {
  AUDIT_LOG_LIMIT_DEFAULT,
  type AuditEntry,
  type AuditLogFilter,
  auditLogAnswer,
  auditLogFilter,
  auditLogQuery,
} from "@jara/shared/rest/audit-log";
import * as z from "zod/mini";
import { interestsOf } from "../../engine/reads/interests.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { Refused } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { lagosDay, sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type AuditScope, actionNames, logInParts, pageOfLog } from "./queries.ts";

const tags = ["Audit log"];
const READ_AT_ONCE = 500;
const filters =
  "`actor` is a username or an id, `subject` a username, a person's id or an auction's id. `from` and `to` are days in " +
  "Lagos, both inclusive. Entries on auctions in which the caller has an interest are left out.";

export const serveAuditLog = (
  app: App,
  { database, clock }: Pick<RouteDeps, "database" | "clock">,
  caller: Caller,
): void => {
  const scopeOf = async (adminId: string, filter: AuditLogFilter): Promise<AuditScope> => {
    if (filter.from && filter.to && filter.from > filter.to) {
      const message = "The first day must not be after the last";
      throw new Refused(refusal("INVALID", { message, issues: [{ path: "from", message }] }));
    }
    return { ...filter, interests: [...(await interestsOf(database, adminId))] };
  };

  app.get(
    "/api/admin/audit-log",
    {
      schema: {
        tags,
        summary: "Who did what to whom, when and from where, newest first",
        description:
          "What administrators, jobs and the command line did, the log-ins and failed log-ins of administrators, the files " +
          `that they downloaded, and changes of passwords and addresses by their owners. Nobody can change or remove an entry. ${filters}`,
        querystring: auditLogQuery,
        response: { 200: auditLogAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      const { page = 1, limit = AUDIT_LOG_LIMIT_DEFAULT, ...filter } = request.query;
      const scope = await scopeOf(id, filter);
      const [{ entries, total }, actions] = await Promise.all([
        pageOfLog(database, scope, { page, limit }),
        actionNames(database),
      ]);
      const isPartial = scope.interests.length > 0;
      return { entries, actions, isPartial, pagination: paginationOf(page, limit, total) };
    },
  );

  app.get(
    "/api/admin/audit-log.csv",
    {
      schema: {
        tags,
        summary: "The audit log as a CSV file, newest first",
        description: `UTF-8 with a byte order mark, for spreadsheets. The download itself becomes an entry. ${filters}`,
        querystring: auditLogFilter,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { id } = await caller.staff(request);
      const scope = await scopeOf(id, request.query);
      await recordDownload(database, id, "audit log", request.query);
      const file = csvFile(heads, logInParts(database, scope, READ_AT_ONCE), lineOf);
      return sendFile(reply, `audit-log_${lagosDay(clock.now())}.csv`, file);
    },
  );
};

const heads = [
  ...["time (UTC)", "time (Lagos)", "who", "who (id)", "action", "to whom", "to whom (id)", "lot", "lot id"],
  ...["asked by", "network", "device", "details"],
];

const lineOf = (entry: AuditEntry): string => {
  const { actor, subject, auction } = entry;
  return csvLine([
    ...[entry.at, sortableLagosTime(Date.parse(entry.at)), actor?.username ?? "", actor?._id ?? "", entry.action],
    ...[subject?.username ?? "", subject?._id ?? "", auction?.title ?? "", auction?._id ?? ""],
    ...[entry.via ?? "", entry.network ?? "", entry.device ?? "", JSON.stringify(entry.details)],
  ]);
};
