// Schemas of the REST calls with which a second person approves changes of money above a bound.
import * as z from "zod/mini";
import { currencies } from "../money.ts";
import { refundWays } from "../refund-ways.ts";
import { lines } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";

export const APPROVALS_LIMIT_DEFAULT = 20;
export const APPROVAL_REASON_MAX = 500;

/**
 * `balance`: a change of a balance. `booking`: a transfer or cash. `payment`: a payment confirmed without an amount.
 * `reversal`: a payment or a forfeit that is taken back. `refund`: all that was paid for a sold lot, which goes back.
 */
export const approvalKinds = ["balance", "booking", "payment", "reversal", "refund"] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/**
 * `not-needed`: small, so carried out at once. `approved`: about to be carried out. `failed`: approved, but it could not be
 * carried out any more.
 */
export const approvalStatuses = [
  "not-needed",
  "waiting",
  "approved",
  "done",
  "failed",
  "refused",
  "taken-back",
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const person = z.object({ _id: z.string(), username: z.string() });

export const approvalSchema = z.object({
  _id: z.string(),
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  /** The person whose money changes. */
  user: person,
  /** The lot of a settlement; null for a balance. */
  lot: z.nullable(z.object({ settlementId: z.string(), auctionId: z.string(), title: z.string() })),
  /** The change that was asked for; null for a payment and a reversal, which concern all of it. */
  asked: z.nullable(
    z.object({
      /** `set`, `add`, `subtract`, `transfer` or `cash`. */
      action: z.string(),
      amount: z.number(),
      currency: z.enum(currencies),
      /** How the money of a balance's change came or went: `transfer`, `cash` or `outside`. */
      method: z.exactOptional(z.string()),
      /** The naira that came for a lot in dollars; `amount` is their worth at the rate when it was asked for. */
      receivedNgn: z.exactOptional(z.number()),
      /** The bank's reference, or the number of a receipt. */
      reference: z.exactOptional(z.string()),
    }),
  ),
  /** The payments that a reversal takes back alone. Absent: it takes everything that a reversal takes. */
  payments: z.exactOptional(
    z.array(
      z.object({
        method: z.string(),
        amount: z.number(),
        currency: z.enum(currencies),
        reference: z.nullable(z.string()),
        at: wireTime,
      }),
    ),
  ),
  /** How a refund goes back. */
  refundTo: z.exactOptional(z.enum(refundWays)),
  /** NGN, by the rate in force when it was asked for. */
  amountNgn: z.number(),
  /** The reason or note of the person who asked. */
  reason: z.nullable(z.string()),
  askedBy: person,
  askedAt: wireTime,
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(wireTime),
  /** The reason of a refusal; or why it could not be carried out. */
  message: z.nullable(z.string()),
  /** `mayDecide`: the caller may approve and refuse it. `mayTakeBack`: the caller asked for it. */
  mayDecide: z.boolean(),
  mayTakeBack: z.boolean(),
});
export type Approval = z.infer<typeof approvalSchema>;
export const approvalAnswer = z.object({ approval: approvalSchema });

export const approvalsQuery = z.object({
  /** `open`: those that wait. Without it: all, those that wait first. */
  status: z.optional(z.enum(["open"])),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(100)),
});
/** `open`: how many the caller may decide. */
export const approvalsAnswer = z.object({
  approvals: z.array(approvalSchema),
  open: z.int(),
  pagination: paginationSchema,
});
export type Approvals = z.infer<typeof approvalsAnswer>;

export const refuseApprovalBody = z.strictObject({ reason: lines(1, APPROVAL_REASON_MAX) });
