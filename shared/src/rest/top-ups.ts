// Schemas of the REST calls that add money to the caller's own balance.

import * as z from "zod/mini";
import { amountSchema } from "../auction.ts";
import { formatMoney } from "../money.ts";
import { surplusReasons } from "../surplus.ts";
import { wireTime } from "../wire-time.ts";

/** NGN. Paystack accepts no more than the maximum in one payment. */
export const TOP_UP_MIN = 100;
export const TOP_UP_MAX = 10_000_000;
export const topUpBody = z.strictObject({
  amount: amountSchema.check(
    z.minimum(TOP_UP_MIN, `The smallest top-up is ${formatMoney(TOP_UP_MIN, "NGN")}`),
    z.maximum(TOP_UP_MAX, `The largest top-up is ${formatMoney(TOP_UP_MAX, "NGN")}`),
  ),
});
/** `authorizationUrl`: the address to which the client sends the payer's browser. */
export const topUpAnswer = z.object({ reference: z.string(), authorizationUrl: z.string() });
export type TopUpStarted = z.infer<typeof topUpAnswer>;
export const topUpStatuses = ["pending", "paid", "failed"] as const;
export const topUpStatusAnswer = z.object({
  reference: z.string(),
  status: z.enum(topUpStatuses),
  amount: z.number(),
  /** The current balance, in NGN. */
  balance: z.number(),
  /** NGN: what of a payment for lots went to the balance, and why. Null: the whole payment counted. */
  surplus: z.nullable(z.object({ amount: z.number(), reason: z.enum(surplusReasons) })),
});
export type TopUpStatus = z.infer<typeof topUpStatusAnswer>;
/** The caller's own, newest first. */
export const topUpsAnswer = z.object({
  topUps: z.array(
    z.object({ reference: z.string(), status: z.enum(topUpStatuses), amount: z.number(), createdAt: wireTime }),
  ),
});
export type TopUps = z.infer<typeof topUpsAnswer>;
