// Schemas of the calls on the audit log of the whole site.

import * as z from "zod/mini";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { searchWords } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";

export const AUDIT_LOG_LIMIT_DEFAULT = 50;

/** The origins of actions. */
export const actionOrigins = ["request", "live", "job", "command line"] as const;

export const auditLogFilter = z.object({
  /** The username or the id of the person who acted. */
  actor: z.optional(searchWords),
  /** The username or the id of the person whom the action affected, or the id of the auction. */
  subject: z.optional(searchWords),
  action: z.optional(searchWords),
  /** Days in Lagos, both inclusive. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
export const auditLogQuery = z.object({
  ...auditLogFilter.shape,
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
export type AuditLogFilter = z.infer<typeof auditLogFilter>;

const person = z.object({ _id: z.string(), username: z.string() });

export const auditEntrySchema = z.object({
  _id: z.string(),
  at: wireTime,
  action: z.string(),
  /** Null: a job, the command line, or somebody who failed to log in. */
  actor: z.nullable(person),
  /** The person whom the action affected. */
  subject: z.nullable(person),
  /** `title` is null if the auction was removed. */
  auction: z.nullable(z.object({ _id: z.string(), title: z.nullable(z.string()) })),
  /** Null: recorded before the log stored it. */
  via: z.nullable(z.enum(actionOrigins)),
  /** The browser and the system, and the beginning of the address. Null unless it was a request over REST. */
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** Amounts are in minor units. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditLogAnswer = z.object({
  entries: z.array(auditEntrySchema),
  /** The actions that the log contains, in alphabetical order. */
  actions: z.array(z.string()),
  /** True if entries are left out because the caller has an interest in their auctions. */
  isPartial: z.boolean(),
  pagination: paginationSchema,
});
