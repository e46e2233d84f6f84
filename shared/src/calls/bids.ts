// Bids.
import { bidListAnswer, highestBidAnswer, myBidsAnswer, placeBidAnswer, placeBidBody } from "../rest/bids.ts";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT, pageQuery } from "../rest/common.ts";
import { bidReceipt } from "./bid-receipt-sample.ts";
import { callsIn, idParams } from "./call.ts";
import { BID } from "./costs.ts";
import { auction, auctionId, bid, outcome, placed } from "./samples.ts";

const call = callsIn("Bids");

export const placeBid = call({
  route: "POST /api/bids",
  access: "signed in",
  summary: "Place a bid",
  body: placeBidBody,
  answer: placeBidAnswer,
  status: 201,
  once: true,
  receipt: true,
  cost: BID,
  examples: { body: { auctionId, amount: 24_500 }, answer: { bid: placed, auction: outcome, receipt: bidReceipt } },
});

export const listBids = call({
  route: "GET /api/bids/auction/:id",
  access: "anyone",
  readsToken: true,
  summary: "An auction's bids, newest first; bidders masked",
  params: idParams,
  query: pageQuery,
  answer: bidListAnswer,
  pageLength: LIST_LIMIT_DEFAULT,
  answerWords: { total: "The number of bids on all pages." },
  examples: { answer: { bids: [bid], total: 7 } },
});

export const getHighestBid = call({
  route: "GET /api/bids/auction/:id/highest",
  access: "anyone",
  readsToken: true,
  summary: "The leading bid",
  params: idParams,
  answer: highestBidAnswer,
  examples: { answer: { bid } },
});

export const listMyBids = call({
  route: "GET /api/bids/user/my-bids",
  access: "signed in",
  summary: "The caller's bids, newest first",
  query: pageQuery,
  answer: myBidsAnswer,
  pageLength: MINE_LIMIT_DEFAULT,
  unchecked: true,
  examples: { answer: [{ ...placed, kind: "manual", auction: { ...auction, isLeading: true } }] },
});
