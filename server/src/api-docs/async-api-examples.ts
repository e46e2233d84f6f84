// Examples of the live API's commands, answers, refusals and events, for its AsyncAPI document. A test checks each
// against its schema.
import { bidTooLow, maxBidTooLow } from "@jara/shared/bidding-rules";
import { bidReceipt } from "@jara/shared/calls/bid-receipt-sample";
import * as samples from "@jara/shared/calls/samples";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type {
  CommandData,
  CommandName,
  CommandResults,
  EventName,
  Events,
  PriceEvent,
} from "@jara/shared/live-commands";

const { auction, bid, maxBid, outcome, placed, paymentInstructions, settlement, adminUser, notification } = samples;
const { _id: auctionId, title, version, currentPrice, minimumBid, bidCount, currency, endTime, status } = auction;
const { leader, reserveMet, serverTime } = auction;
const commandId = "3c9f0e52-6d1b-4d0e-8f43-a1f7c2d95b60";

const compactPrice = {
  auctionId,
  version,
  fromVersion: version - 1,
  currentPrice,
  minimumBid,
  bidCount,
  currency,
  leader,
  reserveMet,
  serverTime,
};
const price: PriceEvent = { ...compactPrice, bids: [bid] };

interface CommandExample<C extends CommandName> {
  readonly data: CommandData<C>;
  readonly answer: CommandResults[C];
  readonly refusal: ErrorBody;
}

const signIn = refusal("UNAUTHENTICATED");
const saleState = {
  _id: "5f0c7a52-2b1e-4c58-9a1d-0f6f2f3a9b10",
  title: "Instruments of the late Chief Adeyemi",
  status: "published",
  opensAt: "2026-11-21T08:00:00.000Z",
  closesAt: "2026-11-22T18:00:00.000Z",
  isPaused: false,
  isOver: false,
  termsVersion: 1,
  revision: 4,
} as const;
const slower = refusal("RATE_LIMITED", { retryAfterMs: 250 });

const change = { field: "condition", before: "good", after: "fair" };
const changedAuction = { ...auction, condition: "fair", contentVersion: 2, contentChangedAt: serverTime } as const;

export const commandExamples: { readonly [C in CommandName]: CommandExample<C> } = {
  "auction:watch": {
    data: { auctionId, sinceVersion: version - 1 },
    answer: {
      auction,
      viewers: 12,
      serverTime,
      events: [{ type: "auction:price", data: { ...price, fromVersion: version } }],
    },
    refusal: refusal("NOT_FOUND", { message: "Auction not found" }),
  },
  "auction:unwatch": { data: { auctionId }, answer: {}, refusal: slower },
  "auctions:watch": { data: {}, answer: {}, refusal: slower },
  "auctions:unwatch": { data: {}, answer: {}, refusal: slower },
  "sale:watch": {
    data: { saleId: saleState._id },
    answer: { sale: saleState, serverTime },
    refusal: refusal("NOT_FOUND", { message: "Sale not found" }),
  },
  "sale:unwatch": { data: { saleId: saleState._id }, answer: {}, refusal: slower },
  "bid:place": {
    data: { auctionId, amount: currentPrice, commandId },
    answer: { bid: placed, auction: outcome, receipt: bidReceipt },
    refusal: refusal("BID_TOO_LOW", {
      message: bidTooLow(minimumBid, currency),
      minimumBid,
    }),
  },
  "maxbid:confirm": {
    data: { maxBidId: maxBid._id, contentVersion: 2, commandId },
    answer: { maxBid: { ...maxBid, contentVersion: 2 }, auction: outcome, receipt: bidReceipt },
    refusal: refusal("LOT_CHANGED", { contentVersion: 3, changes: [change] }),
  },
  "bid:withdraw": {
    data: { auctionId, commandId },
    answer: { auction: { ...outcome, isLeading: false }, receipt: bidReceipt },
    refusal: refusal("FORBIDDEN", {
      message: "Bids are binding: they can be withdrawn only when the lot changed after them.",
    }),
  },
  "maxbid:set": {
    data: { auctionId, maxAmount: maxBid.maxAmount, currency, commandId },
    answer: { maxBid, auction: outcome, receipt: bidReceipt },
    refusal: refusal("MAX_BID_TOO_LOW", {
      message: maxBidTooLow(currentPrice, currency),
      currentPrice,
    }),
  },
  "maxbid:cancel": {
    data: { maxBidId: maxBid._id, commandId },
    answer: { receipt: bidReceipt },
    refusal: refusal("NOT_FOUND", { message: "Max bid not found" }),
  },
  "buy-it-now": {
    data: { auctionId, commandId, price: 60_000 },
    answer: {
      auction: {
        _id: auctionId,
        title,
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
  "admin:watch": { data: {}, answer: {}, refusal: signIn },
  "admin:unwatch": { data: {}, answer: {}, refusal: slower },
  "clock:sync": { data: { t0: 1_793_000_000_000 }, answer: { t0: 1_793_000_000_000, serverTime }, refusal: slower },
};

export const eventExamples: { readonly [E in EventName]: readonly [Events[E], ...Events[E][]] } = {
  "auction:price": [price, compactPrice],
  "auction:countdown": [{ auctionId, version, status, endTime, serverTime }],
  "auction:paused": [
    {
      auctionId,
      version: version + 1,
      reason: "buy-it-now",
      pausedUntil: paymentInstructions.deadline,
      serverTime,
    },
  ],
  "auction:resumed": [{ auctionId, version: version + 2, endTime, serverTime }],
  "auction:ended": [
    {
      auctionId,
      version: version + 3,
      status: "ended",
      finalPrice: currentPrice,
      winner: leader,
      reserveMet: true,
      serverTime,
    },
  ],
  "auction:updated": [{ auctionId, version, contentVersion: 2, changes: [change], auction: changedAuction }],
  "auction:extended": [{ auctionId, version, endTime, extendedBy: 95_250, serverTime }],
  "auction:bids-voided": [
    {
      auctionId,
      version: version + 1,
      bidder: { username: "t***l" },
      reason: "mistaken-amount",
      currentPrice,
      minimumBid,
      bidCount: 5,
      leader,
      reserveMet: false,
      serverTime,
    },
  ],
  "maxbid:suspended": [{ auctionId, maxBidId: maxBid._id, contentVersion: 2 }],
  "auction:removed": [{ auctionId, version: version + 1 }],
  "auction:viewers": [{ auctionId, count: 12 }],
  "sale:changed": [
    { saleId: saleState._id, sale: { ...saleState, isPaused: true, revision: saleState.revision + 1 }, serverTime },
  ],
  "auction:question-changed": [
    {
      auctionId,
      questionId: "7d1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f",
      revision: 2,
      question: {
        _id: "7d1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f",
        text: "Is the skin of the drum original?",
        askedAt: "2026-11-21T09:30:00.000Z",
        asker: { username: "a***e" },
        answer: { text: "No, it was replaced in 2019.", at: "2026-11-21T10:05:00.000Z", editedAt: null },
        revision: 2,
      },
    },
  ],
  "auction:resync": [{ auctionId }],
  "auction:created": [{ auction }],
  "auction:status": [{ auctionId, version: version + 1, status: "paused" }],
  "auction:mine": [{ auctionId, version, isLeading: true, bidIds: [bid._id] }],
  "bid:outbid": [{ auctionId, title, currentPrice, minimumBid }],
  "maxbid:changed": [{ maxBid }],
  "maxbid:removed": [{ _id: maxBid._id }],
  "auction:won": [{ auctionId, title, finalPrice: currentPrice, dueAt: settlement.dueAt }],
  "win:changed": [{ auctionId, status: "paid", remaining: 0, dueAt: settlement.dueAt }],
  "purchase:changed": [{ auctionId, status: "pending", deadline: paymentInstructions.deadline }],
  "balance:changed": [{ balance: 250_000, available: 250_000 }],
  "watchlist:changed": [{ auctionId: auction._id, isWatching: true }],
  "list:changed": [{ list: "own-withdrawals" }],
  "notification:created": [{ notification, unread: 3, asOf: notification.at }],
  "notifications:read": [{ ids: [notification._id], unread: 2, asOf: notification.at }],
  "user:changed": [{ role: "user", isEmailVerified: true }],
  "session:ended": [{ reason: "expired" }],
  "user:updated": [{ user: adminUser }],
  "settlement:changed": [{ settlement }],
};
