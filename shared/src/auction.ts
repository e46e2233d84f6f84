// The auction as the outside sees it: field names and shapes of the wire (spec section 3 and the project's rulings).
import * as z from "zod/mini";
import { currencies, isWireAmount } from "./money.ts";
import { plainText } from "./plain-text.ts";

/** Ids are opaque strings; one that names nothing is NOT_FOUND, not INVALID. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(64));

/** A positive amount in major units with at most two decimals. */
export const amountSchema = z.number().check(
  z.positive(),
  z.refine((amount) => isWireAmount(amount), "must be at most 10,000,000,000.00 with at most 2 decimals"),
);

export const auctionStatuses = ["draft", "active", "paused", "ended", "cancelled", "sold"] as const;
export type AuctionStatus = (typeof auctionStatuses)[number];

export const categoryLabels = {
  automobiles: "Automobiles",
  electronics: "Electronics",
  furniture: "Furniture",
  clothing: "Clothing & Fashion",
  fitness: "Fitness & Sports",
  collectibles: "Collectibles & Antiques",
  books: "Books & Media",
  tools: "Tools & Equipment",
  "home-garden": "Home & Garden",
  toys: "Toys & Hobbies",
  general: "General Goods",
} as const;
export type Category = keyof typeof categoryLabels;
export const categories = Object.keys(categoryLabels) as [Category, ...Category[]];

export const conditionLabels = {
  new: "New",
  "like-new": "Like New",
  excellent: "Excellent",
  good: "Good",
  fair: "Fair",
  poor: "Poor",
} as const;
export type Condition = keyof typeof conditionLabels;
export const conditions = Object.keys(conditionLabels) as [Condition, ...Condition[]];

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 1000;
export const LOCATION_MAX = 100;

export const mediaSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(500), plainText),
  type: z.enum(["image", "video"]),
  filename: z.optional(z.string().check(z.maxLength(200), plainText)),
  originalName: z.optional(z.string().check(z.maxLength(200), plainText)),
});
export type Media = z.infer<typeof mediaSchema>;

const person = z.object({ username: z.string() });
const time = z.string();

/** One auction on the wire. Amounts are major units of `currency`, times ISO 8601 UTC with milliseconds. */
export const auctionSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  categories: z.array(z.enum(categories)),
  condition: z.enum(conditions),
  location: z.nullable(z.string()),
  media: z.array(mediaSchema),
  imageUrl: z.nullable(z.string()),
  currency: z.enum(currencies),
  startingPrice: z.number(),
  currentPrice: z.number(),
  minimumBid: z.number(),
  bidIncrement: z.number(),
  bidCount: z.int(),
  buyItNowPrice: z.nullable(z.number()),
  buyItNowFee: z.nullable(z.number()),
  totalAmount: z.nullable(z.number()),
  hasReserve: z.boolean(),
  reserveMet: z.boolean(),
  /** Admins only; absent for everyone else. */
  reservePrice: z.optional(z.nullable(z.number())),
  startTime: z.nullable(time),
  endTime: time,
  /** Hours from start to end. */
  duration: z.number(),
  status: z.enum(auctionStatuses),
  pausedAt: z.nullable(time),
  /** When a Buy It Now pause ends; null for an admin's pause. */
  pausedUntil: z.nullable(time),
  seller: z.object({ _id: z.string(), username: z.string() }),
  /** Masked (`a***e`); "You" for the leader's own request; the full name for admins. */
  leader: z.nullable(person),
  winner: z.nullable(person),
  /** For the caller, from the leader's id and never from comparing amounts. */
  isLeading: z.boolean(),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
  serverTime: time,
});
export type Auction = z.infer<typeof auctionSchema>;

export const bidKinds = ["manual", "auto"] as const;
export const bidSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  kind: z.enum(bidKinds),
  bidder: person,
  timestamp: time,
});
export type Bid = z.infer<typeof bidSchema>;

/** A bid of the caller's own, with its auction (My Bids). */
export const myBidSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  kind: z.enum(bidKinds),
  timestamp: time,
  auction: auctionSchema,
});
export type MyBid = z.infer<typeof myBidSchema>;

export const maxBidSchema = z.object({
  _id: z.string(),
  maxAmount: z.number(),
  currency: z.enum(currencies),
  autoBidCount: z.int(),
  /** 0 before the first auto-bid. */
  lastAutoBidAmount: z.number(),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    endTime: time,
    status: z.enum(auctionStatuses),
    currentPrice: z.number(),
  }),
});
export type MaxBid = z.infer<typeof maxBidSchema>;

/** What an accepted bid or max bid says of its auction, to the bidder alone. */
export const auctionOutcomeSchema = z.object({
  _id: z.string(),
  version: z.int(),
  currentPrice: z.number(),
  minimumBid: z.number(),
  bidCount: z.int(),
  endTime: time,
  status: z.enum(auctionStatuses),
  isLeading: z.boolean(),
});
export type AuctionOutcome = z.infer<typeof auctionOutcomeSchema>;
