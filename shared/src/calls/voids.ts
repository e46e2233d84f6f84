// Withdrawing and voiding bids.
import * as z from "zod/mini";
import { outcomeAnswer } from "../rest/bids.ts";
import {
  biddersAnswer,
  changesAnswer,
  voidAllBidsAnswer,
  voidAllBidsBody,
  voidBidsAnswer,
  voidBidsBody,
  voidPreviewQuery,
} from "../rest/voids.ts";
import { bidReceipt } from "./bid-receipt-sample.ts";
import { callsIn, idParams } from "./call.ts";
import { BID } from "./costs.ts";
import { adminUser, auction, auctionId, outcome, voidEffect } from "./samples.ts";

const call = callsIn("Auctions");

const forAdmins = { ...auction, reservePrice: 35_000, leader: { username: "bola" } };

export const listContentChanges = call({
  route: "GET /api/auctions/:id/changes",
  access: "anyone",
  readsToken: true,
  summary: "What the lot said before and after each change with bids",
  params: idParams,
  answer: changesAnswer,
  examples: {
    answer: {
      changes: [
        {
          contentVersion: 2,
          at: "2026-11-22T13:05:00.000Z",
          fields: [{ field: "title", before: "Talking drum", after: "Talking drum from Ibadan" }],
        },
      ],
    },
  },
});

export const listBidders = call({
  route: "GET /api/auctions/:id/bidders",
  access: "bids:read",
  summary: "Who has bids on an auction that count",
  params: idParams,
  answer: biddersAnswer,
  examples: {
    answer: {
      bidders: [{ _id: adminUser._id, username: "ada", bidCount: 4, highestBid: 24_500, isLeading: true }],
    },
  },
});

export const previewVoid = call({
  route: "GET /api/auctions/:id/void-bids/preview",
  access: "bids:read",
  summary: "What voiding somebody's bids would make of the price and the leader",
  params: idParams,
  query: voidPreviewQuery,
  answer: voidBidsAnswer,
  examples: { answer: { auction: forAdmins, effect: voidEffect } },
});

export const voidBids = call({
  route: "POST /api/auctions/:id/void-bids",
  access: "bids:void",
  summary: "Void somebody's bids on an auction",
  description:
    "The auction becomes what the same accepted commands without that person's make of it. Allowed while it is " +
    "open, and for 90 days after its end. While it is open, a person with only a maximum has no bids to void. With " +
    "`fromBid`, the number of one of the person's bids, only it and what the person did afterwards is left out; a bid that " +
    "an earlier maximum of theirs would place again is refused (`INVALID`).",
  params: idParams,
  body: voidBidsBody,
  answer: voidBidsAnswer,
  once: true,
  examples: {
    body: { userId: adminUser._id, reason: "mistaken-amount", note: "Three zeros too many." },
    answer: { auction: forAdmins, effect: voidEffect },
  },
});

export const withdrawBids = call({
  route: "POST /api/auctions/:id/withdraw-bids",
  access: "signed in",
  summary: "Withdraw your bids because the lot changed after them",
  params: idParams,
  body: z.nullish(z.strictObject({})),
  answer: outcomeAnswer,
  once: true,
  receipt: true,
  cost: BID,
  examples: { answer: { auction: { ...outcome, isLeading: false }, receipt: bidReceipt } },
});

export const voidAllBids = call({
  route: "POST /api/admin/users/:id/void-bids",
  access: "bids:void",
  summary: "Void all bids of an account on all open lots",
  description:
    "Each lot is voided by itself; the answer reports every lot on which the account has bids. A maximum on a " +
    "lot without bids of the account is voided too, unless the caller has an interest in the lot, but the " +
    "answer does not name that lot.",
  params: idParams,
  body: voidAllBidsBody,
  answer: voidAllBidsAnswer,
  examples: {
    body: { reason: "suspended" },
    answer: {
      lots: [{ auctionId, title: auction.title, ok: true, effect: voidEffect, message: null }],
    },
  },
});
