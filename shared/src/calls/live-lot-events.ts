// Live events to the watchers of one auction.
import * as z from "zod/mini";
import { voidReasons } from "../auction.ts";
import { MAX_BIDS_IN_EVENT } from "../live-limits.ts";
import {
  amount,
  bidShape,
  fieldChangeShape,
  personShape,
  questionShape,
  says,
  status as statusShape,
  time,
  version as versionShape,
} from "../live-shapes.ts";
import { currencies } from "../money.ts";
import { liveEvent } from "./live.ts";
import * as field from "./live-fields.ts";
import * as samples from "./samples.ts";

const { auctionId, version, currentPrice, minimumBid, bidCount, endTime, status, leader, serverTime, change } = samples;

const staffWords = says(z.exactOptional(z.string()), "Why, in the words of the staff. Absent if they gave no reason.");

const compactPriceFields = {
  auctionId: field.auctionId,
  version: says(versionShape, "The newest public version that this event covers."),
  fromVersion: says(versionShape, "The oldest that it covers: live, several changes are merged into one event."),
  currentPrice: field.currentPrice,
  minimumBid: field.minimumBid,
  bidCount: says(z.int(), "Recorded bids, manual and auto."),
  currency: says(z.enum(currencies), "What the amounts are in."),
  leader: says(z.nullable(personShape), "Who holds the price; null without a bid."),
  reserveMet: says(z.boolean(), "Whether the price has reached the reserve; true without one."),
  serverTime: field.serverTime,
};
export const priceSchema = z.strictObject({
  ...compactPriceFields,
  bids: says(
    z.array(bidShape).check(z.maxLength(MAX_BIDS_IN_EVENT)),
    `The newest bids of these changes, newest first, at most ${MAX_BIDS_IN_EVENT}.`,
  ),
});
export const compactPriceSchema = z.strictObject(compactPriceFields);

const compactPrice = {
  auctionId,
  version,
  fromVersion: version - 1,
  currentPrice,
  minimumBid,
  bidCount,
  currency: samples.currency,
  leader,
  reserveMet: samples.reserveMet,
  serverTime,
};
/** The example of a price. */
export const price = { ...compactPrice, bids: [samples.bid] };

export const lotEvents = {
  "auction:price": liveEvent({
    to: ["watchers", "listing", "staff"],
    summary: "The price moved",
    when:
      "After bids were committed. Merged where an auction is hot: to watchers at most every 50 ms, to the listing and " +
      "staff at most every 250 ms and without `bids`. The last state always arrives. To the listing and staff also after " +
      "every other change of the price, such as a void, a cancellation or a paid purchase: with the version of the " +
      "`auction:updated` before it, and the price may be lower.",
    data: z.union([priceSchema, compactPriceSchema]),
    examples: [price, compactPrice],
  }),
  "auction:countdown": liveEvent({
    to: ["watchers"],
    summary: "When the auction ends",
    when: "Right after `auction:watch` is answered, every 10 seconds, and when the end moves.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: field.knownVersion,
      status: field.status,
      endTime: field.endTime,
      serverTime: field.serverTime,
    }),
    examples: [{ auctionId, version, status, endTime, serverTime }],
  }),
  "auction:paused": liveEvent({
    to: ["watchers"],
    summary: "The auction is paused: bids are refused",
    when: "When staff pause it, or somebody uses Buy It Now.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: field.publicVersion,
      reason: says(z.enum(["buy-it-now", "admin"]), "Why."),
      statusReason: staffWords,
      pausedUntil: says(z.nullable(time), "When a Buy It Now pause ends; null for one by staff."),
      serverTime: field.serverTime,
    }),
    examples: [
      {
        auctionId,
        version: version + 1,
        reason: "buy-it-now",
        pausedUntil: samples.paymentInstructions.deadline,
        serverTime,
      },
    ],
  }),
  "auction:resumed": liveEvent({
    to: ["watchers"],
    summary: "The auction goes on",
    when: "When a pause ends. The end has moved by its length unless staff set another.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: field.publicVersion,
      endTime: field.endTime,
      serverTime: field.serverTime,
    }),
    examples: [{ auctionId, version: version + 2, endTime, serverTime }],
  }),
  "auction:ended": liveEvent({
    to: ["watchers"],
    summary: "The auction is over",
    when:
      "When it ends by the clock or by staff, is cancelled, or its sale is confirmed: by staff, or because the win or the " +
      "purchase is paid. Again when a win is opened after the end, or its payment is taken back.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: field.publicVersion,
      status: says(statusShape, "`ended`, `sold` or `cancelled`."),
      finalPrice: says(amount, "The last price."),
      winner: says(z.nullable(personShape), "Null where nobody has won."),
      reserveMet: says(z.boolean(), "Whether the price reached the reserve; true without one."),
      endedAt: says(z.exactOptional(time), "When bidding ended; absent for a purchase or a cancellation."),
      statusReason: staffWords,
      serverTime: field.serverTime,
    }),
    examples: [
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
  }),
  "auction:updated": liveEvent({
    to: ["watchers", "listing", "user", "staff"],
    summary: "The whole auction",
    when:
      "After an edit, a start or a reopening, and when a win is opened after the end or its payment is taken back; first " +
      "among the events of a change that is more than bids, except after `auction:bids-voided`, which it follows if the " +
      "voided bidder had won. To the own connections of everybody who has a bid or a maximum on the auction when an edit " +
      "made a new content version, and after such a void, with no `changes`. With the " +
      "status `draft` the auction was withdrawn: the event shows it as it was, and it is `NOT_FOUND` from then on. " +
      "Staff who make lots get it for every change that is more than bids, with the reserve, and with full names if they " +
      "may see them. The listing gets it after a void too, and when soft close or a pause moved the end, in a soft close at most 4 times a " +
      "second, and before an `auction:status` if the change also moved the price, or came from another server.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: field.publicVersion,
      contentVersion: says(z.int().check(z.positive()), "What the lot says has this version now."),
      changes: says(
        z.array(fieldChangeShape),
        "The public fields that an edit changed; empty where nothing was edited.",
      ),
      isCorrection: says(
        z.exactOptional(z.literal(true)),
        "Staff say that nothing that matters changed: no maximum is suspended, and the end stays.",
      ),
      auction: field.auction,
    }),
    examples: [{ auctionId, version, contentVersion: 2, changes: [change], auction: samples.changedAuction }],
  }),
  "auction:extended": liveEvent({
    to: ["watchers"],
    summary: "A late bid moved the end",
    when:
      "After the `auction:price` of the same version, when a bid changed the price shortly before the end. Of several bids " +
      "that are merged it has the newest end.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: says(
        versionShape,
        "The auction's public version with this change, or with the newest that is merged into it.",
      ),
      endTime: field.endTime,
      extendedBy: says(z.int().check(z.positive()), "By how much the end moved, milliseconds; of merged bids the sum."),
      serverTime: field.serverTime,
    }),
    examples: [{ auctionId, version, endTime, extendedBy: 95_250, serverTime }],
  }),
  "auction:bids-voided": liveEvent({
    to: ["watchers", "user"],
    summary: "Somebody's bids no longer count",
    when:
      "When staff voided them, or their bidder withdrew them after the lot changed. To watchers the one event after which " +
      "the price may be lower. Read the bids again: voided ones carry `voided`. To the own connections of everybody who " +
      "has a bid or a maximum on the auction. If the auction had ended and the bidder had won, an `auction:updated` of the " +
      "same version follows. The listing gets `auction:updated` instead of it.",
    data: z.strictObject({
      auctionId: field.auctionId,
      version: field.publicVersion,
      bidder: says(personShape, "Whose bids no longer count."),
      reason: says(z.enum([...voidReasons, "withdrawn"]), "Why; `withdrawn`: the bidder's own choice after a change."),
      fromBid: says(
        z.exactOptional(z.int().check(z.positive())),
        "The number of the first bid that no longer counts; the bidder's earlier ones stay. Absent: all of their bids.",
      ),
      currentPrice: says(amount, "The price now: the one event after which it may be lower."),
      minimumBid: field.minimumBid,
      bidCount: says(z.int().check(z.nonnegative()), "Bids that still count."),
      leader: says(z.nullable(personShape), "Who leads now; null without a bid."),
      reserveMet: says(z.boolean(), "Whether the price reaches the reserve; true without one."),
      serverTime: field.serverTime,
    }),
    examples: [
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
  }),
  "auction:removed": liveEvent({
    to: ["watchers", "listing", "staff"],
    summary: "The auction is gone",
    when: "When staff delete it. Nobody finds it any more.",
    data: z.strictObject({ auctionId: field.auctionId, version: field.publicVersion }),
    examples: [{ auctionId, version: version + 1 }],
  }),
  "auction:viewers": liveEvent({
    to: ["watchers"],
    summary: "How many watch",
    when: "When that number moved, at most once a second.",
    data: z.strictObject({
      auctionId: field.auctionId,
      count: says(
        z.int().check(z.nonnegative()),
        "People who watch it: each user once, and the visitors of one address once.",
      ),
    }),
    examples: [{ auctionId, count: 12 }],
  }),
  "auction:question-changed": liveEvent({
    to: ["watchers"],
    summary: "A question about the lot, and its answer",
    when: "When the staff answered a question, changed the answer, hid the question or showed it again.",
    data: z.strictObject({
      auctionId: field.auctionId,
      questionId: says(z.string(), "Which question."),
      revision: says(versionShape, "Grows with each change of the question; drop an older one than you have."),
      question: says(z.nullable(questionShape), "As everybody sees it now; null: it is no longer shown."),
    }),
    examples: [
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
  }),
  "auction:resync": liveEvent({
    to: ["watchers"],
    summary: "Watch it again",
    when:
      "When you may have missed something that cannot be replayed: you read too slowly, or what you may see has changed. " +
      "Send `auction:watch` with your `sinceVersion`.",
    data: z.strictObject({ auctionId: field.auctionId }),
    examples: [{ auctionId }],
  }),
};
