// Live commands of bidders.
import * as z from "zod/mini";
import { amountSchema, contentVersionSchema } from "../auction.ts";
import { refusal } from "../errors.ts";
import { boughtShape, maxBidShape, says, time } from "../live-shapes.ts";
import { currencies } from "../money.ts";
import { bidTooLow, maxBidTooLow } from "../refusal-words.ts";
import { bidAmount, maxAmount } from "../rest/bids.ts";
import { bidReceipt } from "./bid-receipt-sample.ts";
import { command } from "./costs.ts";
import { liveCommand } from "./live.ts";
import * as field from "./live-fields.ts";
import { bidders, users } from "./refusals.ts";
import * as samples from "./samples.ts";

const { auctionId, version, currentPrice, minimumBid, currency, maxBid, outcome, paymentInstructions } = samples;
const commandId = "3c9f0e52-6d1b-4d0e-8f43-a1f7c2d95b60";
const maxBidNow = says(maxBidShape, "As it stands now.");

export const biddingCommands = {
  "bid:place": liveCommand({
    access: "signed in",
    tag: "Bidding",
    summary: "Bid",
    description:
      "At least the auction's `minimumBid`. A higher maximum of somebody else answers in the same moment. The bidder needs " +
      "a balance of 20% of the amount; it is not held.",
    data: z.strictObject({
      auctionId: field.lotId,
      amount: says(bidAmount, "In the auction's currency, at most two decimals."),
      commandId: field.commandId,
      contentVersion: field.seenVersion,
      receipt: field.wantsReceipt,
    }),
    answer: {
      bid: says(
        z.strictObject({
          _id: says(z.string(), "The bid's id."),
          amount: says(z.number(), "In the auction's currency."),
          timestamp: says(time, "When it was committed, by the database's clock."),
        }),
        "As it was recorded.",
      ),
      auction: field.outcome,
      receipt: field.receipt,
    },
    refusals: [...bidders, "INSUFFICIENT_BALANCE", "BID_TOO_LOW"],
    cost: command(0.5),
    example: {
      data: { auctionId, amount: currentPrice, commandId },
      answer: { bid: samples.placed, auction: outcome, receipt: bidReceipt },
      refusal: refusal("BID_TOO_LOW", { message: bidTooLow(minimumBid, currency), minimumBid }),
    },
  }),
  "maxbid:set": liveCommand({
    access: "signed in",
    tag: "Bidding",
    summary: "Set or change the maximum up to which the auction bids for you",
    description:
      "One for each user and auction; it replaces the one before, upwards or downwards. Nobody else sees it. A balance of 20% " +
      "of it is asked for, and not held.",
    data: z.strictObject({
      auctionId: field.lotId,
      maxAmount: says(maxAmount, "Above the current price, at most two decimals."),
      currency: says(z.enum(currencies), "The auction's: guards against a maximum meant for another."),
      commandId: field.commandId,
      contentVersion: field.seenVersion,
      receipt: field.wantsReceipt,
    }),
    answer: { maxBid: maxBidNow, auction: field.outcome, receipt: field.receipt },
    refusals: [...bidders, "INSUFFICIENT_BALANCE", "WRONG_CURRENCY", "MAX_BID_TOO_LOW"],
    cost: command(0.5),
    example: {
      data: { auctionId, maxAmount: maxBid.maxAmount, currency, commandId },
      answer: { maxBid, auction: outcome, receipt: bidReceipt },
      refusal: refusal("MAX_BID_TOO_LOW", { message: maxBidTooLow(currentPrice, currency), currentPrice }),
    },
  }),
  "maxbid:cancel": liveCommand({
    access: "signed in",
    tag: "Bidding",
    summary: "Take your maximum away",
    description: "Bids that were recorded stay binding.",
    data: z.strictObject({
      maxBidId: field.maxBidId,
      commandId: field.commandId,
      receipt: field.wantsReceipt,
    }),
    answer: { receipt: field.receipt },
    refusals: [...users, "AUCTION_NOT_ACTIVE", "AUCTION_PAUSED", "AUCTION_ENDED"],
    cost: command(0.5),
    example: {
      data: { maxBidId: maxBid._id, commandId },
      answer: { receipt: bidReceipt },
      refusal: refusal("NOT_FOUND", { message: "Max bid not found" }),
    },
  }),
  "maxbid:confirm": liveCommand({
    access: "signed in",
    tag: "Bidding",
    summary: "Confirm your suspended maximum on the lot as it reads now",
    description: "It acts again at once. A maximum that is not suspended stays as it is.",
    data: z.strictObject({
      maxBidId: field.maxBidId,
      contentVersion: says(contentVersionSchema, "The version that you confirm: the auction's newest."),
      commandId: field.commandId,
      receipt: field.wantsReceipt,
    }),
    answer: { maxBid: maxBidNow, auction: field.outcome, receipt: field.receipt },
    refusals: bidders,
    cost: command(0.5),
    example: {
      data: { maxBidId: maxBid._id, contentVersion: 2, commandId },
      answer: { maxBid: { ...maxBid, contentVersion: 2 }, auction: outcome, receipt: bidReceipt },
      refusal: refusal("LOT_CHANGED", { contentVersion: 3, changes: [samples.change] }),
    },
  }),
  "bid:withdraw": liveCommand({
    access: "signed in",
    tag: "Bidding",
    summary: "Withdraw your bids and your maximum because the lot changed after them",
    description:
      "Within 24 hours of the change, and before the auction ends. Not after you bid on, or confirmed, the changed lot.",
    data: z.strictObject({ auctionId: field.lotId, commandId: field.commandId, receipt: field.wantsReceipt }),
    answer: { auction: field.outcome, receipt: field.receipt },
    refusals: [...users, "AUCTION_NOT_ACTIVE", "AUCTION_ENDED"],
    cost: command(2),
    example: {
      data: { auctionId, commandId },
      answer: { auction: { ...outcome, isLeading: false }, receipt: bidReceipt },
      refusal: refusal("FORBIDDEN", {
        message: "Your bids are binding. You can withdraw them only if the lot changed after you bid.",
      }),
    },
  }),
  "buy-it-now": liveCommand({
    access: "signed in",
    tag: "Bidding",
    summary: "Buy at the Buy It Now price",
    description:
      "Pauses the auction for one hour, within which the payment has to come; otherwise a share of the price (usually 10%) is taken from " +
      "your balance and the auction goes on.",
    data: z.strictObject({
      auctionId: field.lotId,
      commandId: field.commandId,
      price: says(
        z.optional(amountSchema),
        "The Buy It Now price that the buyer saw, in the auction's currency. If the price is another one now, the " +
          "purchase is refused with `LOT_CHANGED`, which names both.",
      ),
      receipt: field.wantsReceipt,
    }),
    answer: {
      auction: says(boughtShape, "What was bought."),
      paymentInstructions: says(
        z.strictObject({
          deadline: says(time, "Unpaid by then, the lot's penalty is taken from the balance."),
          whatsapp: says(z.string(), "A number to write to."),
          email: says(z.string(), "An address to write to."),
        }),
        "How to pay.",
      ),
      receipt: field.receipt,
    },
    refusals: [
      ...users,
      "CONFLICT_OF_INTEREST",
      "BUY_IT_NOW_OPEN",
      "LOT_CHANGED",
      "EMAIL_NOT_VERIFIED",
      "TERMS_NOT_ACCEPTED",
      "BIDDER_NOT_APPROVED",
      "OWN_AUCTION",
      "INSUFFICIENT_BALANCE",
      "AUCTION_PAUSED",
      "AUCTION_ENDED",
      "BUY_IT_NOW_UNAVAILABLE",
    ],
    cost: command(1),
    limit: { name: "purchases of a user", burst: 20, perSecond: 1 },
    example: {
      data: { auctionId, commandId, price: 60_000 },
      answer: {
        auction: {
          _id: auctionId,
          title: samples.title,
          status: "paused",
          version: version + 1,
          currency,
          buyItNowPrice: 60_000,
          buyItNowFee: 3_000,
          totalAmount: 63_000,
          pausedUntil: paymentInstructions.deadline,
        },
        paymentInstructions,
        receipt: bidReceipt,
      },
      refusal: refusal("BUY_IT_NOW_UNAVAILABLE", {
        message: "This auction has no Buy It Now price.",
        reason: "no-price",
      }),
    },
  }),
};
