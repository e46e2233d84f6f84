// Schemas of the REST calls on the caller's own statement: the ledger behind the balance.

import * as z from "zod/mini";
import { causeKinds } from "../ledger-causes.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { wireTime } from "../wire-time.ts";
import { queryWhole } from "./common.ts";

export const STATEMENT_LIMIT_DEFAULT = 50;
/** A PDF file has at most this many entries. A CSV file has all of them. */
export const STATEMENT_PDF_MAX = 2_000;

const day = z.iso.date();

/** `from` and `to` are days in Lagos, both inclusive. Without them the statement has no bound on that side. */
export const statementPeriod = z.object({
  from: z.optional(day),
  to: z.optional(day),
  kind: z.optional(z.enum(causeKinds)),
});
export type StatementPeriod = z.infer<typeof statementPeriod>;
export const statementQuery = z.object({
  ...statementPeriod.shape,
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

/** Amounts are in NGN. */
export const statementEntrySchema = z.object({
  _id: z.string(),
  at: wireTime,
  cause: z.string(),
  /** The cause in words. */
  text: z.string(),
  /** Negative if money left the balance. */
  amount: z.number(),
  /** The balance after the entry. */
  balance: z.number(),
  /** The lot that the entry is about; null if there is none, or if it is not public any more. */
  auction: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  settlementId: z.nullable(z.string()),
  /** The bank's or the payment service's reference. */
  reference: z.nullable(z.string()),
  /** The reason that one of the staff gave. */
  note: z.nullable(z.string()),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

/** Entries newest first. */
export const statementAnswer = z.object({
  entries: z.array(statementEntrySchema),
  /** The number of entries in the period and of the kind. */
  total: z.int(),
  /** The sum of what these entries added to the balance, and of what they took from it. Neither is negative. */
  in: z.number(),
  out: z.number(),
  /** The balance before the period and at its end, whatever the kind. */
  opening: z.number(),
  closing: z.number(),
  /** The account's first entry ever; null if there is none. */
  firstAt: z.nullable(wireTime),
});
export type Statement = z.infer<typeof statementAnswer>;
