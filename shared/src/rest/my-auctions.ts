// Schemas of the call that lists a person's auctions: those they bid on or bought, one row each, in four tabs.

import * as z from "zod/mini";
import { auctionSchema, idSchema, myBidSchema } from "../auction.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { myTabs } from "../my-tabs.ts";
import { paginationSchema, queryWhole } from "./common.ts";
import { pickupStatuses, settlementKinds, settlementStatuses } from "./settlements.ts";

export const MY_AUCTIONS_LIMIT_DEFAULT = 20;
/** Each row has at most this many of the person's own bids, newest first. */
export const MY_BIDS_SHOWN = 5;

export const myAuctionsQuery = z.object({
  /** Without it, the first tab that has an auction, and `active` if none has. */
  tab: z.optional(z.enum(myTabs)),
  /** Only this auction, whatever its tab. */
  auction: z.optional(idSchema),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

const { _id, amount, kind, timestamp, voided } = myBidSchema.shape;

export const myAuctionSchema = z.object({
  auction: auctionSchema,
  /** The person's highest valid bid; null if none counts. */
  highestBid: z.nullable(z.number()),
  /** The number of the person's recorded bids, also of voided ones. */
  bidCount: z.int(),
  bids: z.array(z.object({ _id, amount, kind, timestamp, voided })),
  /** The person's standing maximum. */
  maxBid: z.nullable(z.object({ _id, maxAmount: z.number(), isSuspended: z.boolean() })),
  /** The person's newest win or purchase of this auction. Amounts are in the auction's currency. */
  owed: z.nullable(
    z.object({
      _id: z.string(),
      kind: z.enum(settlementKinds),
      status: z.enum(settlementStatuses),
      total: z.number(),
      remaining: z.number(),
      dueAt: timestamp,
      /** Null until it is paid. */
      pickup: z.nullable(z.enum(pickupStatuses)),
    }),
  ),
  /** An open offer of the lot to the person as its runner-up. */
  offer: z.nullable(z.object({ _id: z.string(), price: z.number(), expiresAt: timestamp })),
  /** The public auction as which the lot was listed again, because nobody got it. */
  listedAgainAs: z.nullable(z.string()),
});
export type MyAuction = z.infer<typeof myAuctionSchema>;

export const myAuctionsAnswer = z.object({
  auctions: z.array(myAuctionSchema),
  /** The tab that the rows belong to. */
  tab: z.enum(myTabs),
  /** The number of auctions in each tab. */
  counts: z.object({ action: z.int(), active: z.int(), won: z.int(), lost: z.int() }),
  pagination: paginationSchema,
});
export type MyAuctions = z.infer<typeof myAuctionsAnswer>;
