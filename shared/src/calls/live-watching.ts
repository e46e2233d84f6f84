// Live commands for watching auctions and for the time, and the events of the listing.
import * as z from "zod/mini";
import { refusal } from "../errors.ts";
import { auctionShape, says } from "../live-shapes.ts";
import { other, WATCH } from "./costs.ts";
import { liveCommand, liveEvent } from "./live.ts";
import * as field from "./live-fields.ts";
import { lotEvents, price } from "./live-lot-events.ts";
import { always } from "./refusals.ts";
import { auction, auctionId, serverTime, slower, version } from "./samples.ts";

/** An event as a replayed gap lists it. */
const replayed = <E extends keyof typeof lotEvents>(type: E) =>
  z.strictObject({ type: z.literal(type), data: lotEvents[type].data });
/** For each change, the events that its watchers got. */
export const replayedFrame = z.union([
  replayed("auction:price"),
  replayed("auction:paused"),
  replayed("auction:resumed"),
  replayed("auction:ended"),
  replayed("auction:updated"),
  replayed("auction:extended"),
]);

export const watchingCommands = {
  "auction:watch": liveCommand({
    access: "anyone",
    tag: "Watching",
    summary: "Hear of one auction from now on; answers with all of it",
    description:
      "What commits between the reading of the answer and your receiving it comes as an event, so nothing is missed. " +
      "With `sinceVersion` (the newest version you have) the answer also replays what you missed, at most 100 changes. " +
      "Where it has no `events`, the gap is too long or cannot be replayed (for example bids were voided in it; the guide " +
      "lists these cases), and `auction` alone is the truth. At most 2,000 auctions a connection.",
    data: z.strictObject({
      auctionId: field.lotId,
      sinceVersion: says(z.optional(z.int().check(z.nonnegative())), "The newest version that you have of it."),
      compact: says(
        z.optional(z.boolean()),
        "True for a reader who pays for data: prices without their bids, at most one every 6 s (every 2 s in the last five " +
          "minutes, every second in the last one), a countdown and the viewers every 60 s. Your own events and the end are not delayed. " +
          "The `events` of the answer are the same as without it: their prices have `bids`.",
      ),
    }),
    answer: {
      auction: says(auctionShape, "The whole auction: what is not newer than its `version` is in it."),
      viewers: field.viewers,
      serverTime: field.clockNow,
      events: says(
        z.optional(z.array(replayedFrame)),
        "Only with `sinceVersion`, and where the gap can be replayed: what was missed, in order.",
      ),
    },
    refusals: [...always, "NOT_FOUND"],
    cost: WATCH,
    example: {
      data: { auctionId, sinceVersion: version - 1 },
      answer: {
        auction,
        viewers: 12,
        serverTime,
        events: [{ type: "auction:price", data: { ...price, fromVersion: version } }],
      },
      refusal: refusal("NOT_FOUND", { message: "Auction not found" }),
    },
  }),
  "auction:unwatch": liveCommand({
    access: "anyone",
    tag: "Watching",
    summary: "Hear no more of it",
    description: "Safe for an auction that you do not watch.",
    data: z.strictObject({ auctionId: field.lotId }),
    answer: {},
    refusals: always,
    example: { data: { auctionId }, answer: {}, refusal: slower },
  }),
  "auctions:watch": liveCommand({
    access: "anyone",
    tag: "Watching",
    summary: "Follow the listing: auctions that come, move in price, change status or go",
    description: "It has no snapshot of its own: read `GET /api/auctions` after the answer.",
    data: z.strictObject({
      compact: says(
        z.optional(z.boolean()),
        "True for a reader who pays for data: at most one price every 30 s of each auction.",
      ),
    }),
    answer: {},
    refusals: always,
    cost: other(0.05),
    example: { data: {}, answer: {}, refusal: slower },
  }),
  "auctions:unwatch": liveCommand({
    access: "anyone",
    tag: "Watching",
    summary: "Follow the listing no more",
    data: z.strictObject({}),
    answer: {},
    refusals: always,
    example: { data: {}, answer: {}, refusal: slower },
  }),
};

export const clockCommands = {
  "clock:sync": liveCommand({
    access: "anyone",
    tag: "Time",
    summary: "Ask for the time",
    description:
      "Take several samples and keep the one with the shortest round trip: the offset is `serverTime` plus half the " +
      "round trip, less your own clock.",
    data: z.strictObject({ t0: says(z.number(), "Any number; it comes back as it is.") }),
    answer: { t0: says(z.number(), "As it was sent."), serverTime: field.clockNow },
    refusals: always,
    cost: other(0.05),
    example: { data: { t0: 1_793_000_000_000 }, answer: { t0: 1_793_000_000_000, serverTime }, refusal: slower },
  }),
};

export const listingEvents = {
  "auction:created": liveEvent({
    to: ["listing", "staff"],
    summary: "There is a new auction",
    when:
      "When an auction becomes visible (a new one, or a draft that gets another status) or opens again: an id that you " +
      "know may come again. Staff who make lots get it for a new draft too.",
    data: z.strictObject({ auction: field.auction }),
    examples: [{ auction }],
  }),
  "auction:status": liveEvent({
    to: ["listing", "staff", "user"],
    summary: "The auction's status changed",
    when:
      "With each change of it. To its bidders' own connections when it is cancelled, withdrawn or opened again, when it " +
      "is sold by Buy It Now, and when such a sale is taken back.",
    data: z.strictObject({ auctionId: field.auctionId, version: field.publicVersion, status: field.status }),
    examples: [{ auctionId, version: version + 1, status: "paused" }],
  }),
};
