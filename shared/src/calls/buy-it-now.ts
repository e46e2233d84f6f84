// Buy It Now.
import * as z from "zod/mini";
import { buyItNowAnswer, buyItNowBody, buyItNowStatusAnswer } from "../rest/buy-it-now.ts";
import { bidReceipt } from "./bid-receipt-sample.ts";
import { callsIn, idParams } from "./call.ts";
import { BID } from "./costs.ts";
import { _id, auction, paymentInstructions } from "./samples.ts";

const call = callsIn("Buy It Now");

export const buyItNow = call({
  route: "POST /api/auctions/:id/buy-it-now",
  access: "signed in",
  summary: "Buy at the fixed price",
  description:
    "Pauses the auction for one hour, in which the price and the fee (usually 5%) are to be paid as the " +
    "instructions say. Unpaid, a share of the price (usually 10%) is taken off the balance and the auction goes on. " +
    "`price` is the Buy It Now price that the buyer saw. At any other price the purchase is refused " +
    "(`LOT_CHANGED`).",
  params: idParams,
  body: z.nullish(buyItNowBody),
  answer: buyItNowAnswer,
  once: true,
  receipt: true,
  cost: BID,
  examples: {
    body: { price: 60_000 },
    answer: {
      auction: {
        _id,
        title: auction.title,
        status: "paused",
        version: 10,
        currency: "NGN",
        buyItNowPrice: 60_000,
        buyItNowFee: 3_000,
        totalAmount: 63_000,
        pausedUntil: paymentInstructions.deadline,
      },
      paymentInstructions,
      receipt: bidReceipt,
    },
  },
});

export const getBuyItNowStatus = call({
  route: "GET /api/auctions/:id/buy-it-now-status",
  access: "anyone",
  readsToken: true,
  summary: "Whether the caller can use Buy It Now, and the newest purchase",
  description: "The payment instructions are for the buyer alone, while the payment is awaited.",
  params: idParams,
  answer: buyItNowStatusAnswer,
  examples: { answer: { available: true, reason: null, requiredBalance: 12_000, purchase: null } },
});
