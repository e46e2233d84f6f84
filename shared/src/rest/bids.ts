// Schemas of the REST calls for bids and max bids.

import * as z from "zod/mini";
import {
  amountSaying,
  auctionOutcomeSchema,
  bidSchema,
  contentVersionSchema,
  idSchema,
  maxBidSchema,
  myBidSchema,
} from "../auction.ts";
import { bidReceiptSchema } from "../bid-receipt.ts";
import { VALID_AMOUNT, VALID_BID_AMOUNT } from "../form-sentences.ts";
import { currencies } from "../money.ts";
import { wireTime } from "../wire-time.ts";
import { messageAnswer } from "./common.ts";

export const bidAmount = amountSaying(VALID_BID_AMOUNT, VALID_BID_AMOUNT);
export const maxAmount = amountSaying(VALID_AMOUNT, VALID_AMOUNT);

export const placeBidBody = z.strictObject({
  auctionId: idSchema,
  amount: bidAmount,
  contentVersion: z.optional(contentVersionSchema),
});
export const setMaxBidBody = z.strictObject({
  auctionId: idSchema,
  maxAmount,
  currency: z.enum(currencies),
  contentVersion: z.optional(contentVersionSchema),
});

export const placedBid = z.object({ _id: z.string(), amount: z.number(), timestamp: wireTime });
/** Absent if the site gives no bid receipts. */
const receipt = z.optional(bidReceiptSchema);
export const placeBidAnswer = z.object({ bid: placedBid, auction: auctionOutcomeSchema, receipt });
export const setMaxBidAnswer = z.object({ maxBid: maxBidSchema, auction: auctionOutcomeSchema, receipt });
export const cancelMaxBidAnswer = z.extend(messageAnswer, { receipt });
export const confirmMaxBidBody = z.strictObject({ contentVersion: contentVersionSchema });
export const outcomeAnswer = z.object({ auction: auctionOutcomeSchema, receipt });
export const bidListAnswer = z.object({ bids: z.array(bidSchema), total: z.int() });
export const highestBidAnswer = z.object({ bid: z.nullable(bidSchema) });
export const myBidsAnswer = z.array(myBidSchema);
export const maxBidAnswer = z.object({ maxBid: maxBidSchema });
/** A maximum in its owner's list, with what the list shows of its auction. */
export const listedMaxBidSchema = z.extend(maxBidSchema, {
  image: z.nullable(z.string()),
  /** The auction's minimum next bid. */
  minimumBid: z.number(),
  hasReserve: z.boolean(),
  /** True without a reserve. */
  reserveMet: z.boolean(),
  isLeading: z.boolean(),
  /** True if the auction is over and the maximum's owner won it, by this maximum or another bid. */
  isWon: z.boolean(),
});
export type ListedMaxBid = z.infer<typeof listedMaxBidSchema>;
export const myMaxBidsAnswer = z.object({ maxBids: z.array(listedMaxBidSchema) });
export const maxBidsAnswer = z.object({ maxBids: z.array(maxBidSchema) });
