// The schemas and types of an auction, a bid and a max bid as clients see them: field names, statuses, categories,
// limits of texts and amounts (spec section 3 and the project's rulings).

import * as z from "zod/mini";
import { conditions } from "./categories.ts";
import { conditionReportSchema } from "./condition-report.ts";
import { eachDetail, eachEstimate } from "./lot-fields.ts";
import { currencies, isWireAmount, MAX_AMOUNT } from "./money.ts";
import { SOFT_CLOSE_CAP_MAX, SOFT_CLOSE_WINDOW } from "./soft-close-rules.ts";
import { id, line } from "./text/kinds.ts";
import { wireTime as time } from "./wire-time.ts";

export {
  type BuiltInCategory,
  type Category,
  type Condition,
  categories,
  categoryLabels,
  conditionLabels,
  conditions,
} from "./categories.ts";

/** Ids are opaque strings; an unknown id is NOT_FOUND, not INVALID. */
export const idSchema = id.check(z.minLength(1));

/**
 * A UUID made by the client. Sending it again is safe and returns the first outcome, for an accepted command during 48
 * hours.
 */
export const commandIdSchema = z.guid();

/** A site has at most so many categories, with retired ones. */
export const CATEGORIES_MAX = 60;
/** The site's settings list the codes that exist. */
export const categoryCode = z
  .string()
  .check(z.regex(/^[a-z][a-z\d-]{0,29}$/, "must be at most 30 small letters, digits and -"));

const UNFIT_AMOUNT = "must be at most 10,000,000,000.00 with at most 2 decimals";
/** A positive amount in major units with at most two decimals. `error`: the sentence for what is no number; `notPositive`: for one that is not above 0. */
export const amountSaying = (error?: Parameters<typeof z.number>[0], notPositive?: string) =>
  z.number(error).check(
    z.positive(notPositive),
    // Apart from the rule of decimals, so that the API's documents have the maximum.
    z.maximum(MAX_AMOUNT, UNFIT_AMOUNT),
    z.refine((amount) => amount > MAX_AMOUNT || isWireAmount(amount), UNFIT_AMOUNT),
  );
export const amountSchema = amountSaying();

export const auctionStatuses = ["draft", "active", "paused", "ended", "cancelled", "sold"] as const;
export type AuctionStatus = (typeof auctionStatuses)[number];

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 1000;
export const LOCATION_MAX = 100;

export const mediaSchema = z.strictObject({
  url: line(1, 500),
  type: z.enum(["image", "video"]),
  filename: z.optional(line(0, 200)),
  originalName: z.optional(line(0, 200)),
});
export type Media = z.infer<typeof mediaSchema>;

const person = z.object({ username: z.string() });

/** The content version of the lot that the sender has read. */
export const contentVersionSchema = z.int().check(z.positive(), z.maximum(2_147_483_647));

/**
 * A bid that changes the public price within the last `windowSeconds` moves the end to the bid's time plus
 * `windowSeconds`, never past the scheduled end plus `capMinutes`.
 */
export const softCloseSchema = z.strictObject({
  windowSeconds: z.int().check(z.minimum(SOFT_CLOSE_WINDOW.min), z.maximum(SOFT_CLOSE_WINDOW.max)),
  capMinutes: z.int().check(z.minimum(1), z.maximum(SOFT_CLOSE_CAP_MAX)),
});
export type SoftClose = z.infer<typeof softCloseSchema>;

/** The reasons that staff can give for voiding bids. */
export const voidReasons = ["mistaken-amount", "fraud", "suspended", "other"] as const;
export type VoidReason = (typeof voidReasons)[number];
/**
 * The reason why a recorded bid no longer counts: one of the above, the bidder's own withdrawal after a change of the
 * lot, the end of the whole lot (`cancelled`, `draft`), or, for an auto-bid of somebody else, that it answered a voided
 * bid.
 */
export const bidVoidReasons = [...voidReasons, "withdrawn", "cancelled", "draft", "recalculated"] as const;
export type BidVoidReason = (typeof bidVoidReasons)[number];

/** `before` and `after` have the field's shape on the wire. */
export const fieldChangeSchema = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.infer<typeof fieldChangeSchema>;
/** One content version: what changed with it, and when. */
export const contentChangeSchema = z.object({
  contentVersion: z.int(),
  at: time,
  fields: z.array(fieldChangeSchema),
  /** Staff say that nothing that matters changed. It suspended no maximum and moved no end. */
  isCorrection: z.exactOptional(z.boolean()),
  /** Why the lot changed, in the words of the staff. */
  reason: z.exactOptional(z.string()),
  /** The role of the member of the staff who changed it. Absent for changes of older servers. */
  changedBy: z.exactOptional(z.string()),
});
export type ContentChange = z.infer<typeof contentChangeSchema>;

/** A dated public note that was added to a lot. */
export const addendumSchema = z.object({ at: time, text: z.string() });

/** A lot's percentages and payment days (`PercentRules` in payment-rules.ts). */
export const lotRulesSchema = z.object({
  depositPercent: z.number(),
  feePercent: z.number(),
  forfeitPercent: z.number(),
  /** Added to a winning bid. Absent on older servers: 0. */
  premiumPercent: z.exactOptional(z.number()),
  /** The VAT on the premium. */
  vatPercent: z.exactOptional(z.number()),
  paymentDays: z.int(),
});

/** The buyer's premium in percent of the winning bid, and the VAT in percent of the premium. */
export const buyersPremiumSchema = z.object({ percent: z.number(), vatPercent: z.number() });
export type BuyersPremium = z.infer<typeof buyersPremiumSchema>;

/** A lot's increment table (`IncrementStep` in increment-steps.ts). */
export const incrementStepsSchema = z.array(z.tuple([z.nullable(z.number()), z.number()]));

/** One auction on the wire. Amounts are major units of `currency`, times ISO 8601 UTC with milliseconds. */
export const auctionSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  condition: z.enum(conditions),
  location: z.nullable(z.string()),
  media: z.array(mediaSchema),
  imageUrl: z.nullable(z.string()),
  /** The addenda, the oldest first; absent without one. */
  addenda: z.exactOptional(z.array(addendumSchema)),
  /** Only on a draft that everybody may see: its sale is published, and bidding has not opened. */
  isUpcoming: z.optional(z.literal(true)),
  /** Absent without one. */
  conditionReport: z.exactOptional(conditionReportSchema),
  /** Each absent if the lot does not say it. */
  ...eachDetail(() => z.exactOptional(z.string())),
  /** Both, or absent without an estimate. */
  ...eachEstimate(() => z.exactOptional(z.number())),
  currency: z.enum(currencies),
  startingPrice: z.number(),
  currentPrice: z.number(),
  minimumBid: z.number(),
  bidIncrement: z.number(),
  /**
   * Below this price this increment; the last step has no end (null). Absent: the increment does not depend on the price.
   */
  incrementSteps: z.exactOptional(incrementStepsSchema),
  bidCount: z.int(),
  buyItNowPrice: z.nullable(z.number()),
  buyItNowFee: z.nullable(z.number()),
  totalAmount: z.nullable(z.number()),
  hasReserve: z.boolean(),
  reserveMet: z.boolean(),
  /** Only for staff who edit lots; absent for everyone else. */
  reservePrice: z.optional(z.nullable(z.number())),
  startTime: z.nullable(time),
  endTime: time,
  /** Null: bids do not move the end. */
  softClose: z.nullable(softCloseSchema),
  /** The latest end that soft close allows; null without one. */
  latestEndTime: z.nullable(time),
  /** Fixed when the lot opened. Absent: the usual ones (deposit 20%, fee 5%, penalty 10%, 3 business days). */
  rules: z.exactOptional(lotRulesSchema),
  /** Null: a winner pays the winning bid alone. Absent on older servers. */
  buyersPremium: z.exactOptional(z.nullable(buyersPremiumSchema)),
  /** Grows by 1 with each change of the lot's content while it has bids or maxima. */
  contentVersion: z.int(),
  /** The newest content version that is no correction, if that is not `contentVersion`. Maxima below it are suspended. */
  fullVersion: z.exactOptional(z.int()),
  /** When the last content version was made; null before the second one. */
  contentChangedAt: z.nullable(time),
  /** Hours from start to end. */
  duration: z.number(),
  status: z.enum(auctionStatuses),
  pausedAt: z.nullable(time),
  /** When a Buy It Now pause ends; null for a pause by the staff. */
  pausedUntil: z.nullable(time),
  /** When bidding ended, at the latest at the announced end. Absent while it is open, and for a purchase or a cancellation. */
  endedAt: z.optional(z.nullable(time)),
  /** Why the staff paused, ended or cancelled it, in their words. Absent or null without a reason. */
  statusReason: z.optional(z.nullable(z.string())),
  seller: z.object({ _id: z.string(), username: z.string() }),
  /**
   * True: the lot is the house's own, and `seller` is the member of the staff who made it. Absent for a lot of somebody
   * else, and on older servers.
   */
  isHouseLot: z.exactOptional(z.literal(true)),
  /** Masked (`a***e`), also in the leader's own answer (see `isLeading`); the full name for staff who may read bids. */
  leader: z.nullable(person),
  winner: z.nullable(person),
  /** For the caller. It comes from the leader's id and never from comparing amounts. */
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
  /** Set once the bid no longer counts. */
  voided: z.exactOptional(z.object({ reason: z.enum(bidVoidReasons), at: time })),
});
export type Bid = z.infer<typeof bidSchema>;

/** One of the caller's own bids, with its auction (My Bids). */
export const myBidSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  kind: z.enum(bidKinds),
  timestamp: time,
  voided: bidSchema.shape.voided,
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
  /**
   * The content version that its owner has confirmed. If it is below the auction's `fullVersion`, the maximum is
   * suspended. 0: suspended because of unpaid wins.
   */
  contentVersion: z.int(),
  isSuspended: z.boolean(),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    endTime: time,
    status: z.enum(auctionStatuses),
    currentPrice: z.number(),
    contentVersion: z.int(),
    fullVersion: z.exactOptional(z.int()),
  }),
});
export type MaxBid = z.infer<typeof maxBidSchema>;

/** The state of the auction after an accepted bid or max bid, sent to the bidder only. */
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
