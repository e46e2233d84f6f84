// The audit log.
import * as z from "zod/mini";
import { AUDIT_LOG_LIMIT_DEFAULT, auditLogAnswer, auditLogFilter, auditLogQuery } from "../rest/audit-log.ts";
import { callsIn } from "./call.ts";
import { read } from "./costs.ts";
import { seller, userId } from "./samples.ts";

const call = callsIn("Audit log");

const filters =
  "`actor` is a username or an id, `subject` a username, a person's id or an auction's id. `from` and `to` are days in " +
  "Lagos, both inclusive. Entries on auctions in which the caller has an interest are left out.";

export const listAuditLog = call({
  route: "GET /api/admin/audit-log",
  access: "audit:read",
  summary: "Who did what to whom, when and from where, newest first",
  description:
    "What administrators, jobs and the command line did, the log-ins and failed log-ins of administrators, the files " +
    `that they downloaded, and changes of passwords and addresses by their owners. Nobody can change or remove an entry. ${filters}`,
  query: auditLogQuery,
  answer: auditLogAnswer,
  pageLength: AUDIT_LOG_LIMIT_DEFAULT,
  cost: read(5),
  examples: {
    answer: {
      entries: [
        {
          _id: "0b8f1a52-4a8e-4a57-9d0e-6d1b8a0f2c11",
          at: "2026-11-24T09:12:00.000Z",
          action: "balance",
          actor: seller,
          subject: { _id: userId, username: "ada" },
          auction: null,
          via: "request",
          device: "Chrome on Windows",
          network: "102.89.x.x",
          details: { action: "add", amount: 500_000, before: 0, after: 500_000, reason: "Paid in cash" },
        },
      ],
      actions: ["balance", "logged in", "lot edited"],
      isPartial: false,
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    },
  },
});

export const downloadAuditLog = call({
  route: "GET /api/admin/audit-log.csv",
  access: "audit:read",
  summary: "The audit log as a CSV file, newest first",
  description: `UTF-8 with a byte order mark, for spreadsheets. The download itself becomes an entry. ${filters}`,
  query: auditLogFilter,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"time (UTC)","time (Lagos)","who","who (id)","action",…\r\n' +
      '"2026-11-24T09:12:00.000Z","2026-11-24 10:12:00","bola","…","balance",…\r\n',
  },
});
