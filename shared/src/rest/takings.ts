// Schemas of the REST calls on takings: what is due, and what came and went in a period.

import * as z from "zod/mini";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { currencies } from "../money.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";
import { paymentMethods, settlementKinds, settlementPaymentSchema } from "./settlements.ts";
import { editMethods } from "./users.ts";

export const TAKINGS_LIMIT_DEFAULT = 50;
const day = z.iso.date();

/** Days in Lagos, both inclusive. Without them: today. With one of them: that day alone. */
export const takingsPeriod = z.object({ from: z.optional(day), to: z.optional(day) });
export const takingsQuery = z.object({
  ...takingsPeriod.shape,
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

/** Amounts in each currency, and all of them in naira. */
const sums = {
  count: z.int(),
  /** The value in naira. Payments use the rate at their time; amounts that are due use the present rate. */
  ngn: z.number(),
  /** In the lots' own currencies; 0 where there is none. */
  inCurrency: z.object({ NGN: z.number(), USD: z.number() }),
};
export const takingsSums = z.object(sums);
export type TakingsSums = z.infer<typeof takingsSums>;

/** A payment for a lot with its payer, or the part of a payment of several lots that one of them got. */
export const takingSchema = z.object({
  ...settlementPaymentSchema.shape,
  /** The same for all parts of one payment, which stand beside each other. Absent on older servers, like the next three. */
  paymentId: z.exactOptional(z.string()),
  /** True if the sale of the lot was refunded later. */
  isRefunded: z.exactOptional(z.boolean()),
  settlement: z.object({ _id: z.string(), kind: z.enum(settlementKinds), reference: z.string() }),
  auction: z.object({ _id: z.string(), title: z.string(), currency: z.enum(currencies) }),
  /** The lot's number in its sale ("12A"), the sale, and the number of the lot's invoice; null: none. */
  lot: z.exactOptional(z.nullable(z.string())),
  sale: z.exactOptional(z.nullable(z.object({ _id: z.string(), title: z.string() }))),
  invoice: z.exactOptional(z.nullable(z.string())),
  payer: z.object({ _id: z.string(), username: z.string() }),
});
export type Taking = z.infer<typeof takingSchema>;

/** A change of a balance by staff for which money came or was paid out. */
export const balanceEditSchema = z.object({
  _id: z.string(),
  at: wireTime,
  user: z.object({ _id: z.string(), username: z.string() }),
  method: z.enum(editMethods),
  /** Below zero: paid out. */
  amountNgn: z.number(),
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  bookedBy: z.nullable(z.object({ _id: z.string(), username: z.string() })),
});
export type BalanceMoney = z.infer<typeof balanceEditSchema>;

/** The answer has at most so many rows that are no payments for lots; the file has all. */
export const TAKINGS_OTHERS_MAX = 500;
/**
 * `balance`: an edit by staff, a top-up, or an online payment of which nothing was due any more. `refund`: paid out in cash
 * for a sale that was undone. `withdrawal`: paid out to the owner's bank account; with a lot, it is the transfer of a
 * refund. `reversal`: a payment for a lot that was taken back.
 */
export const otherMoneyKinds = ["balance", "refund", "withdrawal", "reversal"] as const;
export type OtherMoneyKind = (typeof otherMoneyKinds)[number];

/** Money that came or went without being a payment for a lot. */
export const otherMoneySchema = z.object({
  _id: z.string(),
  at: wireTime,
  kind: z.enum(otherMoneyKinds),
  user: z.object({ _id: z.string(), username: z.string() }),
  method: z.enum(paymentMethods),
  /** Below zero: it went. */
  amountNgn: z.number(),
  /** The surplus of a reversed payment, below zero; 0 for the others. */
  surplusNgn: z.number(),
  /** What came to, and what left, the till or the bank. Both are 0 for money that stayed inside the site. */
  inNgn: z.number(),
  outNgn: z.number(),
  /** True for an online payment of which nothing was due any more. */
  isSurplus: z.boolean(),
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The lot of a reversal, a refund or a late online payment. */
  lot: z.nullable(
    z.object({
      settlementId: z.string(),
      title: z.string(),
      /** The number in its sale and the number of its invoice; null: none. Absent on older servers. */
      lot: z.exactOptional(z.nullable(z.string())),
      invoice: z.exactOptional(z.nullable(z.string())),
      /** Absent on older servers, like the next: the numbers of the credit notes of a reversal or a refund. */
      sale: z.exactOptional(z.nullable(z.object({ _id: z.string(), title: z.string() }))),
      creditNote: z.exactOptional(z.nullable(z.string())),
    }),
  ),
  /** Null: the person or the clock. */
  bookedBy: z.nullable(z.object({ _id: z.string(), username: z.string() })),
});
export type OtherMoney = z.infer<typeof otherMoneySchema>;

export const takingsAnswer = z.object({
  from: day,
  to: day,
  /** The server read everything below at this time. */
  at: wireTime,
  /** True if lots are left out because the caller has an interest in them. */
  isPartial: z.boolean(),
  due: takingsSums,
  /** The part of `due` whose deadline has passed. */
  overdue: takingsSums,
  /**
   * Payments of the period, also those that were reversed later. Each method once; `balance` moved money inside the site,
   * so that nothing came.
   */
  received: z.array(
    z.object({
      method: z.enum(paymentMethods),
      ...sums,
      /** The part of `reversed` below by this method. Absent on older servers, like the next. */
      reversed: z.exactOptional(takingsSums),
      /** NGN that came beyond what was due, and went to balances, also late online payments. */
      surplusNgn: z.exactOptional(z.number()),
      /** NGN that came for balances: top-ups, and edits by staff that say how the money came. */
      addedNgn: z.exactOptional(z.number()),
      /** NGN that came in this way: for lots, surplus and for balances. It equals the till and the bank. */
      totalNgn: z.exactOptional(z.number()),
    }),
  ),
  /** The money that left in the period, in NGN, for each way that money can leave. Absent on older servers. */
  outgoing: z.exactOptional(
    z.array(
      z.object({
        method: z.enum(paymentMethods),
        /** Booked payments of this method that were reversed, with their surplus: this money never came, or bounced. */
        reversedNgn: z.number(),
        /** Refunds, and edits by staff that say how the money was paid out; for `online`, withdrawals that were paid. */
        paidOutNgn: z.number(),
        /** Of `paidOutNgn`: refunds in cash, and transfers of refunds that were paid. Absent on older servers. */
        refundedNgn: z.exactOptional(z.number()),
        totalNgn: z.number(),
      }),
    ),
  ),
  /** The newest edits of balances of the period that say how the money came or was paid out, at most 100. */
  edits: z.exactOptional(z.array(balanceEditSchema)),
  /**
   * The newest money of the period that is no payment for a lot, and how many rows there are. With `payments` they add up
   * to `received` and `outgoing`. Absent on older servers.
   */
  others: z.exactOptional(z.array(otherMoneySchema)),
  otherCount: z.exactOptional(z.int()),
  /** Payments that were reversed in the period, whenever they came. */
  reversed: takingsSums,
  /** Movements of balances in the period, in NGN. None is negative. */
  balances: z.object({
    depositsTaken: z.number(),
    depositsReturned: z.number(),
    penaltiesKept: z.number(),
    penaltiesReturned: z.number(),
    /** Payments that went back to balances. */
    refunds: z.number(),
    /** Payments beyond the amounts due, which went to balances. */
    surpluses: z.number(),
    /** The money that booked payments had put on balances and that reversals took away again. */
    takenBack: z.number(),
    withdrawalsPaid: z.number(),
  }),
  /** The payments of the period, newest first. A page has whole payments with all of their parts, and `pagination` counts payments. */
  payments: z.array(takingSchema),
  pagination: paginationSchema,
});
export type Takings = z.infer<typeof takingsAnswer>;
