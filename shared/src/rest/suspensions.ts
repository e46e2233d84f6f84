// Schemas of the staff's calls that suspend an account and restore it.
import * as z from "zod/mini";
import { currencies } from "../money.ts";
import { line, lines } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, when } from "./common.ts";
import { adminUserSchema } from "./users.ts";
import { voidEffect } from "./voids.ts";

export const SUSPENSION_REASON_MAX = 500;
export const SUSPEND_PREVIEW_LIMIT_DEFAULT = 10;
/** At most, because the server replays the log of each lot on a page. */
export const SUSPEND_PREVIEW_LIMIT_MAX = 20;

export const suspendBody = z.strictObject({
  /** The suspended person reads it. */
  reason: lines(1, SUSPENSION_REASON_MAX),
  /** A later time. Null or omitted: until staff lift it. */
  until: z.nullish(when),
  /** True if the bids and maxima on open auctions become void; false if it is omitted. */
  voidBids: z.optional(z.boolean()),
});
export type SuspendBody = z.infer<typeof suspendBody>;

/** The person reads the reason in the mail. */
export const restoreBody = z.strictObject({ reason: z.optional(line(1, SUSPENSION_REASON_MAX)) });

const person = z.object({ _id: z.string(), username: z.string() });

/** An auction on which a suspension voids the person's bids. */
export const suspensionLotSchema = z.object({
  auctionId: z.string(),
  title: z.string(),
  /** False: not yet; the server goes on. */
  isDone: z.boolean(),
  /** Null if it is not done or was refused. */
  effect: z.nullable(voidEffect),
  /** The reason for a refusal; null otherwise. */
  message: z.nullable(z.string()),
});

export const suspensionSchema = z.object({
  _id: z.string(),
  reason: z.string(),
  /** Null: until staff lift it. */
  until: z.nullable(wireTime),
  by: person,
  at: wireTime,
  /** Null: the suspension is in force. */
  liftedAt: z.nullable(wireTime),
  /** Null with `liftedAt`: its time ran out. */
  liftedBy: z.nullable(person),
  liftReason: z.nullable(z.string()),
  voidBids: z.boolean(),
  /** At most 100. */
  lots: z.array(suspensionLotSchema),
});
export type Suspension = z.infer<typeof suspensionSchema>;

/** `suspension`: the one that the call made; null after a restore. */
export const suspendAnswer = z.object({ user: adminUserSchema, suspension: z.nullable(suspensionSchema) });
export type SuspendAnswer = z.infer<typeof suspendAnswer>;

/** An open auction on which the person has bids that count, and what voiding them would make of it. */
export const suspendPreviewLot = z.object({
  auctionId: z.string(),
  title: z.string(),
  currency: z.enum(currencies),
  endTime: wireTime,
  /** Null if the bids cannot be voided. */
  effect: z.nullable(voidEffect),
  /** The reason why they cannot; null otherwise. */
  message: z.nullable(z.string()),
});
export const suspendPreviewAnswer = z.object({ lots: z.array(suspendPreviewLot), pagination: paginationSchema });
