// Schemas of the REST calls for Buy It Now.

import * as z from "zod/mini";
import { amountSchema, auctionStatuses } from "../auction.ts";
import { bidReceiptSchema } from "../bid-receipt.ts";
import { currencies } from "../money.ts";
import { wireTime } from "../wire-time.ts";

export const purchaseStatuses = ["pending", "paid", "forfeited", "void"] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/**
 * `price`: the Buy It Now price that the buyer saw, in the auction's currency. At any other price the purchase is
 * refused.
 */
export const buyItNowBody = z.strictObject({ price: z.optional(amountSchema) });

export const paymentInstructions = z.object({ deadline: wireTime, whatsapp: z.string(), email: z.string() });
/** Amounts in the auction's currency; the fee is the lot's share of the price (usually 5%), the total is the sum of both. */
export const boughtAuction = z.object({
  _id: z.string(),
  title: z.string(),
  status: z.enum(auctionStatuses),
  version: z.int(),
  currency: z.enum(currencies),
  buyItNowPrice: z.number(),
  buyItNowFee: z.number(),
  totalAmount: z.number(),
  pausedUntil: wireTime,
});
export const buyItNowAnswer = z.object({
  auction: boughtAuction,
  paymentInstructions,
  receipt: z.optional(bidReceiptSchema),
});
export type BuyItNowAnswer = z.infer<typeof buyItNowAnswer>;

/** Why Buy It Now is not available to the caller; the first reason that applies. */
export const buyItNowReasons = [
  "no-price",
  "not-active",
  "ending-soon",
  "signed-out",
  "own-auction",
  "email-not-verified",
  "insufficient-balance",
  "conflict-of-interest",
  "account-closing",
  "bids-voided",
  "unpaid-wins",
  "price-reached",
  "purchase-open",
  "forfeited-before",
] as const;
export type BuyItNowReason = (typeof buyItNowReasons)[number];

export const buyItNowStatusAnswer = z.object({
  available: z.boolean(),
  /** Null when available. */
  reason: z.nullable(z.enum(buyItNowReasons)),
  /** NGN, 20% of the Buy It Now price; null without one. */
  requiredBalance: z.nullable(z.number()),
  /** The newest purchase; null before the first. */
  purchase: z.nullable(
    z.object({
      status: z.enum(purchaseStatuses),
      deadline: wireTime,
      mine: z.boolean(),
      /** Only for its buyer, while it is pending. */
      paymentInstructions: z.optional(paymentInstructions),
    }),
  ),
});
export type BuyItNowStatus = z.infer<typeof buyItNowStatusAnswer>;
