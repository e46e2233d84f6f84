// Schemas of the REST calls on closes of a day: the money of a day as it was counted, which a second person signs.

import * as z from "zod/mini";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { isWireAmount } from "../money.ts";
import { lines } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";

export const DAY_CLOSES_LIMIT_DEFAULT = 20;
export const CLOSE_NOTE_MAX = 500;

/** The ways in which money comes and goes. `outside`: staff confirmed a payment without saying how it came. */
export const tillMethods = ["cash", "transfer", "online", "outside"] as const;
export type TillMethod = (typeof tillMethods)[number];

/** The money of one method, by the books. */
const tillLineSchema = z.strictObject({ method: z.enum(tillMethods), inNgn: z.number(), outNgn: z.number() });
export type TillLine = z.infer<typeof tillLineSchema>;
/** Each method once. */
const tillSchema = z.array(tillLineSchema).check(z.length(tillMethods.length));

export const closeStatuses = ["waiting", "signed", "refused"] as const;
const personSchema = z.object({ _id: z.string(), username: z.string() });

/** A part of a day in Lagos whose money was counted. */
export const dayCloseSchema = z.object({
  _id: z.string(),
  /** `2026-11-24`. */
  date: z.iso.date(),
  /** It covers the time from the start of the day, or from the close before it, until it was made or the day was over. */
  from: wireTime,
  until: wireTime,
  /** By the books, when it was made. */
  till: z.array(tillLineSchema),
  /**
   * NGN that were in the till at its start: what was left at the close before it, and the cash that came and went since.
   * Null for a close of the time before the till had an opening; its count has no change in it.
   */
  openingCash: z.nullable(z.number()),
  /** The opening, and the cash that came less the cash that went: what the till must have. */
  expectedCash: z.number(),
  /** NGN that were counted in the till. */
  countedCash: z.number(),
  /** NGN that were then taken out of the till, to the bank or a safe. The next close begins with the rest. */
  bankedCash: z.number(),
  /** NGN that the bank's statement shows; null if nobody compared it. */
  countedTransfer: z.nullable(z.number()),
  /** What was counted less what must be there. */
  cashDifference: z.number(),
  transferDifference: z.nullable(z.number()),
  note: z.nullable(z.string()),
  closedBy: personSchema,
  closedAt: wireTime,
  status: z.enum(closeStatuses),
  /** The person who signed or refused it. */
  decidedBy: z.nullable(personSchema),
  decidedAt: z.nullable(wireTime),
  /** The reason of a refusal. */
  reason: z.nullable(z.string()),
  /** True if the caller may sign it: somebody else closed the day. */
  maySign: z.boolean(),
  /** The time from which the caller may sign it, if only their new account or role is in the way. */
  maySignFrom: z.nullable(wireTime),
  /**
   * Of a close that waits, on its day: those who may sign it and from when (null: now). Who may sign first comes first.
   * People with money of their own in it are left out. Absent in lists and on older servers.
   */
  signers: z.exactOptional(z.array(z.object({ ...personSchema.shape, from: z.nullable(wireTime) }))),
});
export type DayClose = z.infer<typeof dayCloseSchema>;
/** True for a close that its own author took back; somebody else refuses it. */
export const isTakenBack = ({ status, closedBy, decidedBy }: Pick<DayClose, "status" | "closedBy" | "decidedBy">) =>
  status === "refused" && decidedBy?._id === closedBy._id;
export const dayCloseAnswer = z.object({ close: dayCloseSchema });

export const dayClosesQuery = z.object({
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
/** The newest day first. `waiting` counts those that the caller may sign. */
export const dayClosesAnswer = z.object({
  closes: z.array(dayCloseSchema),
  waiting: z.int(),
  pagination: paginationSchema,
});

export const dayCloseDate = z.iso.date();
/** `closes`: those of the day, the first one first. */
export const dayAnswer = z.object({
  date: dayCloseDate,
  closes: z.array(dayCloseSchema),
  /** The part of the day that no close covers yet; null if there is none. */
  open: z.nullable(
    z.object({
      from: wireTime,
      until: wireTime,
      openingCash: z.number(),
      till: z.array(tillLineSchema),
      /** True if no close before it says what was in the till, so that the person who closes it does. */
      isFirst: z.exactOptional(z.boolean()),
    }),
  ),
});
export type DayOfCloses = z.infer<typeof dayAnswer>;

const counted = z.number().check(z.refine((amount) => amount >= 0 && isWireAmount(amount), "must be an amount"));
export const dayCloseBody = z.strictObject({
  date: dayCloseDate,
  countedCash: counted,
  countedTransfer: z.optional(z.nullable(counted)),
  /** NGN that were in the till at its start, for a close without one before it. More than nothing needs a note. */
  openingCash: z.optional(counted),
  /** A part of what was counted. */
  bankedCash: z.optional(counted),
  /** Needed if what was counted differs from the books. */
  note: z.optional(lines(0, CLOSE_NOTE_MAX)),
  /**
   * The money by the books that the caller compared it with. If the cash changed meanwhile, or with `countedTransfer` the
   * transfers, the close is refused (VALUE_CHANGED).
   */
  seen: tillSchema,
  /** The opening of the till by the books that the caller saw: the same rule. */
  seenOpening: z.optional(z.number()),
});
export type DayCloseBody = z.infer<typeof dayCloseBody>;
export const refuseCloseBody = z.strictObject({ reason: lines(1, CLOSE_NOTE_MAX) });
