// Maxima.
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import {
  cancelMaxBidAnswer,
  confirmMaxBidBody,
  maxBidAnswer,
  maxBidsAnswer,
  myMaxBidsAnswer,
  setMaxBidAnswer,
  setMaxBidBody,
} from "../rest/bids.ts";
import { pageQuery } from "../rest/common.ts";
import { bidReceipt } from "./bid-receipt-sample.ts";
import { callsIn, idParams } from "./call.ts";
import { BID } from "./costs.ts";
import { auction, auctionId, maxBid, minimumBid, outcome, reserveMet } from "./samples.ts";

const call = callsIn("Bids");

export const setMaxBid = call({
  route: "POST /api/maxbids",
  access: "signed in",
  summary: "Set or replace your maximum bid",
  body: setMaxBidBody,
  answer: setMaxBidAnswer,
  once: true,
  receipt: true,
  cost: BID,
  examples: {
    body: { auctionId, maxAmount: 40_000, currency: "NGN" },
    answer: { maxBid, auction: outcome, receipt: bidReceipt },
  },
});

export const confirmMaxBid = call({
  route: "POST /api/maxbids/:id/confirm",
  access: "signed in",
  summary: "Confirm your suspended maximum on the lot as it reads now",
  description: "A maximum that is not suspended stays as it is.",
  params: idParams,
  body: confirmMaxBidBody,
  answer: setMaxBidAnswer,
  once: true,
  receipt: true,
  cost: BID,
  examples: {
    body: { contentVersion: 2 },
    answer: { maxBid: { ...maxBid, contentVersion: 2 }, auction: outcome, receipt: bidReceipt },
  },
});

export const cancelMaxBid = call({
  route: "DELETE /api/maxbids/:id",
  access: "signed in",
  summary: "Cancel your maximum bid",
  params: idParams,
  answer: cancelMaxBidAnswer,
  once: true,
  receipt: true,
  cost: BID,
  examples: { answer: { message: "Max bid cancelled successfully!", receipt: bidReceipt } },
});

export const listMyMaxBids = call({
  route: "GET /api/maxbids/user/active",
  access: "signed in",
  summary: "The caller's standing maximum bids, those on open auctions first, by their end",
  query: pageQuery,
  answer: myMaxBidsAnswer,
  pageLength: LIST_LIMIT_MAX,
  unchecked: true,
  examples: {
    answer: {
      maxBids: [
        {
          ...maxBid,
          image: auction.imageUrl,
          minimumBid,
          hasReserve: auction.hasReserve,
          reserveMet,
          isLeading: true,
          isWon: false,
        },
      ],
    },
  },
});

export const getMyMaxBid = call({
  route: "GET /api/maxbids/auction/:id",
  access: "signed in",
  summary: "The caller's maximum bid on an auction; 404 means none",
  params: idParams,
  answer: maxBidAnswer,
  examples: { answer: { maxBid } },
});

export const listMaxBids = call({
  route: "GET /api/maxbids/auction/:id/all",
  access: "signed in",
  summary: "Maximum bids on an auction: the caller's own; everybody's for admins once it is over, highest first",
  params: idParams,
  query: pageQuery,
  answer: maxBidsAnswer,
  pageLength: LIST_LIMIT_MAX,
  examples: { answer: { maxBids: [maxBid] } },
});
