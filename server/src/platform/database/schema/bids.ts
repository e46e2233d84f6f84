// Bids and max bids. Only the engine writes them.
import type { BidVoidReason } from "@jara/shared/auction";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, minor, NOTHING } from "./columns.ts";

export const bids = pgTable(
  "bids",
  {
    auctionId: uuid("auction_id").notNull(),
    /** 1 for an auction's first bid. In the API, `_id` is `<auctionId>-<number>`. */
    number: integer("number").notNull(),
    bidderId: uuid("bidder_id").notNull(),
    amountMinor: minor("amount_minor").notNull(),
    kind: text("kind", { enum: ["manual", "auto"] }).notNull(),
    createdAt: at("created_at").notNull(),
    /** Since when the bid no longer counts, and why. */
    voidedAt: at("voided_at"),
    voidReason: text("void_reason").$type<BidVoidReason>(),
  },
  (t) => [
    primaryKey({ columns: [t.auctionId, t.number] }),
    // Ends with the auction, so that a person's auctions are found without reading the bids.
    index("bids_bidder").on(t.bidderId, t.createdAt, t.auctionId),
    check("bids_amount_positive", sql`${t.amountMinor} > 0`),
  ],
);

export const maxBids = pgTable(
  "max_bids",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id").notNull(),
    userId: uuid("user_id").notNull(),
    amountMinor: minor("amount_minor").notNull(),
    /** The auction's revision at which this value was set. It decides who reached an equal value first. */
    reachedRevision: integer("reached_revision").notNull(),
    autoBidCount: integer("auto_bid_count").notNull().default(0),
    lastAutoBidMinor: minor("last_auto_bid_minor").notNull().default(NOTHING),
    cancelled: boolean("cancelled").notNull().default(false),
    /** The content version that the owner has agreed to. If it is below the auction's, the maximum is suspended. */
    contentVersion: integer("content_version").notNull().default(1),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("max_bids_one_per_user_and_auction").on(t.auctionId, t.userId),
    index("max_bids_user").on(t.userId),
    check("max_bids_amount_positive", sql`${t.amountMinor} > 0`),
    check("max_bids_never_exceeded", sql`${t.lastAutoBidMinor} <= ${t.amountMinor}`),
  ],
);
