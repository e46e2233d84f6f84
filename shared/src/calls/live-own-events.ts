// Live events to one user's own connections. The public may not learn what they say. `list:changed` also goes to staff,
// each list to those who may read it.
import * as z from "zod/mini";
import { READ_IN_EVENT_MAX } from "../live-limits.ts";
import { listNames } from "../live-lists.ts";
import { amount, maxBidShape, notificationShape, says, time, version as versionShape } from "../live-shapes.ts";
import { roles } from "../permissions.ts";
import { purchaseStatuses } from "../rest/buy-it-now.ts";
import { settlementStatuses } from "../rest/settlements.ts";
import { liveEvent } from "./live.ts";
import * as field from "./live-fields.ts";
import * as samples from "./samples.ts";

const { auctionId, title, version, currentPrice, minimumBid, bid, maxBid, settlement, notification } = samples;

const unreadNow = {
  unread: says(z.int(), "How many you have not read."),
  asOf: says(time, "The database's clock when they were counted. Drop a count that is older than the one you have."),
};

export const ownEvents = {
  "auction:mine": liveEvent({
    to: ["user"],
    summary: "Whether you lead, and which of the new bids are yours",
    when: "When bids of yours were recorded, or you came to lead or lost it.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: says(versionShape, "The public version up to which this holds."),
      isLeading: says(z.boolean(), "Whether you lead: what the public event may not say."),
      bidIds: says(z.array(z.string()), "Those of the new bids that are yours."),
    }),
    examples: [{ auctionId, version, isLeading: true, bidIds: [bid._id] }],
  }),
  "bid:outbid": liveEvent({
    to: ["user"],
    summary: "Somebody else leads",
    when: "When you lost the lead, or a bid of yours was topped at once.",
    data: z.strictObject({
      auctionId: field.auctionId,
      title: field.title,
      currentPrice: field.currentPrice,
      minimumBid: field.minimumBid,
    }),
    examples: [{ auctionId, title, currentPrice, minimumBid }],
  }),
  "maxbid:changed": liveEvent({
    to: ["user"],
    summary: "Your maximum, as it stands",
    when: "When it was set or changed, from whichever device, or bid for you.",
    data: z.strictObject({ maxBid: says(maxBidShape, "As it stands now.") }),
    examples: [{ maxBid }],
  }),
  "maxbid:suspended": liveEvent({
    to: ["user"],
    summary: "Your maximum waits for you to confirm the lot",
    when: "When the lot changed while your maximum stood.",
    data: z.strictObject({
      auctionId: field.auctionId,
      maxBidId: says(z.string(), "The maximum's id."),
      contentVersion: says(z.int().check(z.positive()), "The version to confirm."),
      because: says(
        z.exactOptional(z.literal("unpaid-wins")),
        "Its owner did not pay too many wins and may not confirm it before they may bid again; absent: the lot changed.",
      ),
    }),
    examples: [{ auctionId, maxBidId: maxBid._id, contentVersion: 2 }],
  }),
  "maxbid:removed": liveEvent({
    to: ["user"],
    summary: "Your maximum is gone",
    when:
      "When you cancelled it or withdrew your bids, when staff voided it or your bids, and when the auction was cancelled or " +
      "put back to draft.",
    data: z.strictObject({ _id: says(z.string(), "The maximum's id.") }),
    examples: [{ _id: maxBid._id }],
  }),
  "auction:won": liveEvent({
    to: ["user"],
    summary: "You won",
    when:
      "When the auction ended, by the clock or by staff, and you led; when staff sold it to you as the highest bidder below " +
      "the reserve; and when you accepted a second chance. Not when it is set to `sold` directly.",
    data: z.strictObject({
      auctionId: field.auctionId,
      title: field.title,
      finalPrice: says(amount, "What you won it for."),
      dueAt: says(time, "Until when it is to be paid."),
    }),
    examples: [{ auctionId, title, finalPrice: currentPrice, dueAt: settlement.dueAt }],
  }),
  "win:changed": liveEvent({
    to: ["user"],
    summary: "What became of the payment for a win",
    when: "When it was opened, paid in part or in whole, waived, forfeited, or is void; when a payment was taken back; and when its deadline moved.",
    data: z.strictObject({
      auctionId: field.auctionId,
      status: says(z.enum(settlementStatuses), "What has become of the payment."),
      remaining: says(z.number(), "What is still to be paid, in the auction's currency; 0 once nothing is due."),
      dueAt: says(time, "Until when it is, or was, to be paid."),
    }),
    examples: [{ auctionId, status: "paid", remaining: 0, dueAt: settlement.dueAt }],
  }),
  "purchase:changed": liveEvent({
    to: ["user"],
    summary: "What became of your purchase",
    when: "When it was made, paid in part or in whole, forfeited, or is void; when a payment was taken back; and when its deadline moved.",
    data: z.strictObject({
      auctionId: field.auctionId,
      status: says(z.enum(purchaseStatuses), "What has become of the purchase."),
      deadline: says(time, "Until when it is, or was, to be paid."),
    }),
    examples: [{ auctionId, status: "pending", deadline: samples.paymentInstructions.deadline }],
  }),
  "balance:changed": liveEvent({
    to: ["user"],
    summary: "Your balance",
    when: "Within a second of its change, at any node.",
    data: z.strictObject({
      balance: says(z.number(), "NGN; below zero only after a forfeit."),
      available: says(z.number(), "NGN: the balance without what is bound by bids and maxima (`BALANCE_RULE=hold`)."),
    }),
    examples: [{ balance: 250_000, available: 250_000 }],
  }),
  "watchlist:changed": liveEvent({
    to: ["user"],
    summary: "Your watchlist",
    when: "When you began or stopped watching an auction, on any device.",
    data: z.strictObject({
      auctionId: field.auctionId,
      isWatching: says(z.boolean(), "Whether you watch the auction now."),
    }),
    examples: [{ auctionId, isWatching: true }],
  }),
  "notification:created": liveEvent({
    to: ["user"],
    summary: "What you are told, and how many you have not read",
    when: "After the commit of what caused it, at most every 250 ms; again, with the same id, when another event is merged into it.",
    data: z.strictObject({
      notification: says(
        notificationShape,
        "What you are told. One with the same id and an older `at` is merged into it.",
      ),
      ...unreadNow,
    }),
    examples: [{ notification, unread: 3, asOf: notification.at }],
  }),
  "notifications:read": liveEvent({
    to: ["user"],
    summary: "What you have read, and how many are left",
    when: "When you read notifications on any device, and when some no longer hold: you lead again, or have paid.",
    data: z.strictObject({
      ids: says(
        z.array(z.string()).check(z.maxLength(READ_IN_EVENT_MAX)),
        "The notifications that you read, on any device. Empty: others no longer hold, so ask for the list again.",
      ),
      ...unreadNow,
    }),
    examples: [{ ids: [notification._id], unread: 2, asOf: notification.at }],
  }),
  "list:changed": liveEvent({
    to: ["user"],
    summary: "That a list which you may read has changed",
    when:
      "After the commit, at most every 250 ms for each list. It carries no data: ask for the list again. `own-bids`: a lot " +
      "on which you have bid or had a maximum has a new status or outcome. `own-notifications`: such a lot, or a lot that you " +
      "watch, has one, so the text of your notifications about it has changed. Staff hear of the lists that their role may read, " +
      "without `admin:watch`.",
    data: z.strictObject({
      list: says(z.enum(listNames), "Which list to ask for again; `own-…`: yours."),
    }),
    examples: [{ list: "own-withdrawals" }],
  }),
  "user:changed": liveEvent({
    to: ["user"],
    summary: "What your account may do",
    when: "Within a second of a change of its role or verification, at any node.",
    data: z.strictObject({
      role: says(z.enum(roles), "What your account may do now."),
      isEmailVerified: says(z.boolean(), "Whether you may bid."),
    }),
    examples: [{ role: "user", isEmailVerified: true }],
  }),
  "session:ended": liveEvent({
    to: ["user"],
    summary: "This connection is over",
    when: "When its token expires or is withdrawn. The connection is closed; get a new token before the next.",
    data: z.strictObject({
      reason: says(
        z.enum(["expired", "withdrawn"]),
        "`expired`: the token has expired; `withdrawn`: the server no longer accepts it.",
      ),
    }),
    examples: [{ reason: "expired" }],
  }),
};
