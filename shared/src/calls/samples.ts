// Values of the examples of several files of calls.
import type { Auction, Bid, MaxBid } from "../auction.ts";
import { refusal } from "../errors.ts";
import type { Approval } from "../rest/approvals.ts";
import type { Notification } from "../rest/notifications.ts";
import type { DeviceSession } from "../rest/sessions.ts";
import type { Settlement, Win } from "../rest/settlements.ts";
import type { Suspension } from "../rest/suspensions.ts";
import type { User } from "../users.ts";

export const auctionId = "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21";

export const seller = { _id: "f3a0c9d4-51f2-4a2b-8b61-77d1c8e5a902", username: "jara" };

export const auction: Auction = {
  _id: auctionId,
  title: "Talking drum from Ibadan",
  description: "Hand-carved, goat skin, with its beater.",
  categories: ["collectibles"],
  condition: "good",
  location: "Ibadan",
  media: [{ url: "/media/talking-drum-1.webp", type: "image" }],
  imageUrl: "/media/talking-drum-1.webp",
  currency: "NGN",
  startingPrice: 20_000,
  currentPrice: 24_500,
  minimumBid: 25_000,
  bidIncrement: 500,
  bidCount: 7,
  buyItNowPrice: 60_000,
  buyItNowFee: 3_000,
  totalAmount: 63_000,
  hasReserve: true,
  reserveMet: false,
  startTime: "2026-11-20T08:00:00.000Z",
  endTime: "2026-11-23T08:00:00.000Z",
  softClose: { windowSeconds: 120, capMinutes: 30 },
  latestEndTime: "2026-11-23T08:30:00.000Z",
  buyersPremium: { percent: 10, vatPercent: 7.5 },
  contentVersion: 1,
  contentChangedAt: null,
  duration: 72,
  status: "active",
  pausedAt: null,
  pausedUntil: null,
  seller,
  leader: { username: "a***a" },
  winner: null,
  isLeading: false,
  version: 9,
  createdAt: "2026-11-20T07:58:10.000Z",
  updatedAt: "2026-11-21T10:02:33.120Z",
  serverTime: "2026-11-21T10:05:00.000Z",
};

export const userId = "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10";

export const drumId = "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f";

export const notification: Notification = {
  _id: "9a1d7c34-5b0e-4f0a-8c36-2f3b4d5e6f70",
  kind: "outbid",
  auctionId: drumId,
  title: "You have been outbid",
  text: "“Talking drum” is at ₦26,000.00. The minimum bid is ₦26,500.00.",
  link: `/auction/${drumId}`,
  count: 2,
  at: "2026-11-21T10:05:00.000Z",
  isRead: false,
};

export const approval: Approval = {
  _id: "9e3c1b7a-5d4f-4e2a-8c6b-1a2b3c4d5e6f",
  kind: "balance",
  status: "waiting",
  lot: null,
  user: { _id: "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10", username: "ada" },
  asked: { action: "add", amount: 800_000, currency: "NGN" },
  amountNgn: 800_000,
  reason: "Deposit at the desk",
  askedBy: { _id: "2c1d7f6e-8a9b-4c3d-b2e1-f0a1b2c3d4e5", username: "kemi" },
  askedAt: "2026-11-21T09:41:12.310Z",
  decidedBy: null,
  decidedAt: null,
  message: null,
  mayDecide: true,
  mayTakeBack: false,
};

export const exchangeRate = {
  rates: { NGN_TO_USD: 1 / 1500, USD_TO_NGN: 1500 },
  acceptedAt: "2026-11-21T09:00:00.000Z",
  candidate: {
    _id: "4f0c2a51-7d0e-4a53-9d0f-0d6c6a1f2b3c",
    USD_TO_NGN: 2150.5,
    since: "2026-11-21T10:00:00.000Z",
    rejectedAt: null,
  },
};

export const address = {
  street: "12 Allen Avenue",
  city: "Ikeja",
  state: "Lagos",
  zipCode: "100271",
  country: "Nigeria",
};

export const user: User = {
  id: userId,
  _id: userId,
  username: "ada",
  email: "ada@example.ng",
  firstName: "Ada",
  lastName: "Obi",
  phone: "+234 801 234 5678",
  role: "user",
  isEmailVerified: true,
  balance: 250_000,
  createdAt: "2026-11-02T09:15:00.000Z",
  address,
  wantsOutbidMail: true,
};

export const owed = {
  price: 24_500,
  fee: 0,
  premium: 2_450,
  vat: 183.75,
  total: 27_133.75,
  deposit: 4_900,
  depositNgn: 4_900,
  paid: 0,
  remaining: 22_233.75,
  remainingNgn: 22_233.75,
  penalty: 2_450,
  penaltyNgn: null,
  reference: "JARA-7D0F-1B52-C3A9",
};

export const settlement: Settlement = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000c",
  kind: "win",
  status: "open",
  auction: { _id: auctionId, title: auction.title, status: "ended", currency: "NGN", isRelisted: false },
  sale: { _id: "5a1e0c9e-8a52-4c56-b7b1-00000000000f", title: "Drums and bronzes", lot: "12A" },
  buyer: {
    _id: userId,
    username: "ada",
    email: "ada@example.ng",
    firstName: "Ada",
    lastName: "Obi",
    phone: "+234 801 234 5678",
  },
  ...owed,
  dueAt: "2026-11-26T08:00:00.000Z",
  createdAt: "2026-11-23T08:00:00.120Z",
  pickup: null,
  pardonedAt: null,
  closedAt: null,
  closedBy: null,
  note: null,
  stuck: null,
};

export const payment = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000d",
  amount: 10_000,
  amountNgn: 10_000,
  method: "transfer" as const,
  reference: "GTB 7781",
  note: null,
  bookedBy: seller,
  at: "2026-11-24T09:12:00.000Z",
  reversed: null,
};

export const closedSettlement = { ...settlement, closedAt: "2026-11-24T10:12:00.000Z", closedBy: seller };

export const win: Win = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000c",
  kind: "win",
  status: "open",
  auction: { _id: auctionId, title: auction.title, currency: "NGN", image: null },
  ...owed,
  dueAt: "2026-11-26T08:00:00.000Z",
  createdAt: "2026-11-23T08:00:00.120Z",
  closedAt: null,
  bankAccount: { bank: "Example Bank", number: "0123456789", name: "Jara Auctions Ltd" },
  payments: [],
  pickup: null,
};

export const bid: Bid = {
  _id: `${auctionId}-7`,
  amount: 24_500,
  kind: "manual",
  bidder: { username: "a***a" },
  timestamp: "2026-11-21T10:02:33.120Z",
};

export const { _id, title, version, currentPrice, minimumBid, bidCount, currency, endTime, status } = auction;
export const { leader, reserveMet, serverTime } = auction;

export const change = { field: "condition", before: "good", after: "fair" };
export const changedAuction = {
  ...auction,
  condition: "fair" as const,
  contentVersion: 2,
  contentChangedAt: serverTime,
};

export const outcome = { _id, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading: true };

export const placed = { _id: bid._id, amount: bid.amount, timestamp: bid.timestamp };

export const maxBid: MaxBid = {
  _id: "c1a7e1d0-2f3b-4c9d-9a57-5f2d6b8e4c33",
  maxAmount: 40_000,
  currency: "NGN",
  autoBidCount: 2,
  lastAutoBidAmount: 24_500,
  contentVersion: 1,
  isSuspended: false,
  auction: { _id, title: auction.title, endTime, status, currentPrice, contentVersion: 1 },
};

export const adminUser = { ...user, isBanned: false };

export const voidEffect = {
  priceBefore: 10_000_000,
  priceAfter: 24_500,
  leaderBefore: { username: "troll" },
  leaderAfter: { username: "bola" },
};

export const paymentInstructions = {
  deadline: "2026-11-21T11:05:00.000Z",
  whatsapp: "+2348012345678",
  email: "pay@example.ng",
};

export const token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwYjU0YTFmMiJ9.c2lnbmF0dXJl";

export const session = { user, token, requiresEmailVerification: false };

export const linkToken = "Yx0vq3mBz8cJr1t6wLk9ePq2sHf4uNa7dGi5oXbTjVE";

export const elsewhere: DeviceSession = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-00000000005b",
  device: "Firefox on Windows",
  place: "197.210.x.x",
  createdAt: "2026-11-18T17:30:00.000Z",
  lastSeenAt: "2026-11-21T17:40:00.000Z",
  isCurrent: false,
};

export const slower = refusal("RATE_LIMITED", { retryAfterMs: 250 });

export const onePage = { current: 1, pages: 1, total: 1, limit: 10 };

export const suspension: Suspension = {
  _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a29",
  reason: "Bids with a friend on the same lots",
  by: seller,
  at: "2026-11-22T10:00:00.000Z",
  until: "2026-11-29T10:00:00.000Z",
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
  voidBids: true,
  lots: [{ auctionId, title: "Talking drum from Ibadan", isDone: true, effect: voidEffect, message: null }],
};

/** Fields of the answers to searches. */
export const similarSearchWords = {
  searchedFor: "The similar or fewer words for which the list was searched, because no lot has all searched words.",
  relaxed: "Whether some of the searched words were left out; absent if none was.",
};
