// Every event of the live contract as a strict schema. They are the only source of the events' types, of the checks in
// the tests, and of the API's document. Loaded by the server and its tests; browsers may import only types.
import * as z from "zod/mini";
import { voidReasons } from "./auction.ts";
import { MAX_BIDS_IN_EVENT, READ_IN_EVENT_MAX } from "./live-limits.ts";
import { listNames } from "./live-lists.ts";
import { saleChangedSchema } from "./live-sales.ts";
import {
  adminUserShape,
  amount,
  auctionShape,
  bidShape,
  fieldChangeShape,
  maxBidShape,
  notificationShape,
  personShape,
  questionShape,
  says,
  settlementShape,
  status,
  time,
  version,
} from "./live-shapes.ts";
import { currencies } from "./money.ts";
import { roles } from "./permissions.ts";
import { purchaseStatuses } from "./rest/buy-it-now.ts";
import { settlementStatuses } from "./rest/settlements.ts";

const auctionId = says(z.string(), "Which auction.");
const title = says(z.string(), "What the lot is called.");
const serverTime = says(time, "The database's clock when this was made.");
const endTime = says(time, "When the auction ends now.");
const publicVersion = says(version, "The auction's public version with this change.");
const knownVersion = says(version, "The auction's public version; this event makes no new one.");
const currentPrice = says(amount, "The price now.");
const minimumBid = says(amount, "The lowest bid that would be accepted now.");
const statusNow = says(status, "Where the auction is in its life now.");
const auctionNow = says(auctionShape, "The whole auction.");

const unreadNow = {
  unread: says(z.int(), "How many you have not read."),
  asOf: says(time, "The database's clock when they were counted. Drop a count that is older than the one you have."),
};

const compactPrice = {
  auctionId,
  version: says(version, "The newest public version that this event covers."),
  fromVersion: says(version, "The oldest that it covers: live, several changes are merged into one event."),
  currentPrice,
  minimumBid,
  bidCount: says(z.int(), "Recorded bids, manual and auto."),
  currency: says(z.enum(currencies), "What the amounts are in."),
  leader: says(z.nullable(personShape), "Who holds the price; null without a bid."),
  reserveMet: says(z.boolean(), "Whether the price has reached the reserve; true without one."),
  serverTime,
};
export const priceSchema = z.strictObject({
  ...compactPrice,
  bids: says(
    z.array(bidShape).check(z.maxLength(MAX_BIDS_IN_EVENT)),
    `The newest bids of these changes, newest first, at most ${MAX_BIDS_IN_EVENT}.`,
  ),
});
export const compactPriceSchema = z.strictObject(compactPrice);

export const eventSchemas = {
  // to an auction's watchers
  "auction:price": z.union([priceSchema, compactPriceSchema]),
  "auction:countdown": z.strictObject({ auctionId, version: knownVersion, status: statusNow, endTime, serverTime }),
  "auction:paused": z.strictObject({
    auctionId,
    version: publicVersion,
    reason: says(z.enum(["buy-it-now", "admin"]), "Why."),
    pausedUntil: says(z.nullable(time), "When a Buy It Now pause ends; null for one by staff."),
    serverTime,
  }),
  "auction:resumed": z.strictObject({ auctionId, version: publicVersion, endTime, serverTime }),
  "auction:ended": z.strictObject({
    auctionId,
    version: publicVersion,
    status: says(status, "`ended`, `sold` or `cancelled`."),
    finalPrice: says(amount, "The last price."),
    winner: says(z.nullable(personShape), "Null where nobody has won."),
    reserveMet: says(z.boolean(), "Whether the price reached the reserve; true without one."),
    serverTime,
  }),
  "auction:updated": z.strictObject({
    auctionId,
    version: publicVersion,
    contentVersion: says(z.int().check(z.positive()), "What the lot says has this version now."),
    changes: says(z.array(fieldChangeShape), "The public fields that an edit changed; empty where nothing was edited."),
    isCorrection: says(
      z.exactOptional(z.literal(true)),
      "Staff say that nothing that matters changed: no maximum is suspended, and the end stays.",
    ),
    auction: auctionNow,
  }),
  "auction:extended": z.strictObject({
    auctionId,
    version: says(version, "The auction's public version with this change, or with the newest that is merged into it."),
    endTime,
    extendedBy: says(z.int().check(z.positive()), "By how much the end moved, milliseconds; of merged bids the sum."),
    serverTime,
  }),
  "auction:bids-voided": z.strictObject({
    auctionId,
    version: publicVersion,
    bidder: says(personShape, "Whose bids no longer count."),
    reason: says(z.enum([...voidReasons, "withdrawn"]), "Why; `withdrawn`: the bidder's own choice after a change."),
    currentPrice: says(amount, "The price now: the one event after which it may be lower."),
    minimumBid,
    bidCount: says(z.int().check(z.nonnegative()), "Bids that still count."),
    leader: says(z.nullable(personShape), "Who leads now; null without a bid."),
    reserveMet: says(z.boolean(), "Whether the price reaches the reserve; true without one."),
    serverTime,
  }),
  "auction:removed": z.strictObject({ auctionId, version: publicVersion }),
  "auction:viewers": z.strictObject({
    auctionId,
    count: says(
      z.int().check(z.nonnegative()),
      "People who watch it: each user once, and the visitors of one address once.",
    ),
  }),
  "auction:question-changed": z.strictObject({
    auctionId,
    questionId: says(z.string(), "Which question."),
    revision: says(version, "Grows with each change of the question; drop an older one than you have."),
    question: says(z.nullable(questionShape), "As everybody sees it now; null: it is no longer shown."),
  }),
  "auction:resync": z.strictObject({ auctionId }),
  // to a sale's watchers
  "sale:changed": saleChangedSchema,
  // to the listing feed
  "auction:created": z.strictObject({ auction: auctionNow }),
  "auction:status": z.strictObject({ auctionId, version: publicVersion, status: statusNow }),
  // to one user's own connections
  "auction:mine": z.strictObject({
    auctionId,
    version: says(version, "The public version up to which this holds."),
    isLeading: says(z.boolean(), "Whether you lead: what the public event may not say."),
    bidIds: says(z.array(z.string()), "Those of the new bids that are yours."),
  }),
  "bid:outbid": z.strictObject({ auctionId, title, currentPrice, minimumBid }),
  "maxbid:changed": z.strictObject({ maxBid: says(maxBidShape, "As it stands now.") }),
  "maxbid:suspended": z.strictObject({
    auctionId,
    maxBidId: says(z.string(), "The maximum's id."),
    contentVersion: says(z.int().check(z.positive()), "The version to confirm."),
    because: says(
      z.exactOptional(z.literal("unpaid-wins")),
      "Its owner did not pay too many wins and may not confirm it before they may bid again; absent: the lot changed.",
    ),
  }),
  "maxbid:removed": z.strictObject({ _id: says(z.string(), "The maximum's id.") }),
  "auction:won": z.strictObject({
    auctionId,
    title,
    finalPrice: says(amount, "What you won it for."),
    dueAt: says(time, "Until when it is to be paid."),
  }),
  "win:changed": z.strictObject({
    auctionId,
    status: says(z.enum(settlementStatuses), "What has become of the payment."),
    remaining: says(z.number(), "What is still to be paid, in the auction's currency; 0 once nothing is due."),
    dueAt: says(time, "Until when it is, or was, to be paid."),
  }),
  "purchase:changed": z.strictObject({
    auctionId,
    status: says(z.enum(purchaseStatuses), "What has become of the purchase."),
    deadline: says(time, "Until when it is, or was, to be paid."),
  }),
  "balance:changed": z.strictObject({
    balance: says(z.number(), "NGN; below zero only after a forfeit."),
    available: says(z.number(), "NGN: the balance without what is bound by bids and maxima (`BALANCE_RULE=hold`)."),
  }),
  "watchlist:changed": z.strictObject({
    auctionId,
    isWatching: says(z.boolean(), "Whether you watch the auction now."),
  }),
  "notification:created": z.strictObject({
    notification: says(
      notificationShape,
      "What you are told. One with the same id and an older `at` is merged into it.",
    ),
    ...unreadNow,
  }),
  "notifications:read": z.strictObject({
    ids: says(
      z.array(z.string()).check(z.maxLength(READ_IN_EVENT_MAX)),
      "The notifications that you read, on any device. Empty: others no longer hold, so ask for the list again.",
    ),
    ...unreadNow,
  }),
  // also to staff, each list to those who may read it
  "list:changed": z.strictObject({
    list: says(z.enum(listNames), "Which list to ask for again; `own-…`: yours."),
  }),
  "user:changed": z.strictObject({
    role: says(z.enum(roles), "What your account may do now."),
    isEmailVerified: says(z.boolean(), "Whether you may bid."),
  }),
  "session:ended": z.strictObject({
    reason: says(
      z.enum(["expired", "withdrawn"]),
      "`expired`: the token has expired; `withdrawn`: the server no longer accepts it.",
    ),
  }),
  // to the staff's feed, in addition to drafts and everything in the listing feed
  "user:updated": z.strictObject({ user: says(adminUserShape, "The account as it is now.") }),
  "settlement:changed": z.strictObject({ settlement: says(settlementShape, "As it stands now.") }),
} satisfies Record<string, z.ZodMiniType>;
