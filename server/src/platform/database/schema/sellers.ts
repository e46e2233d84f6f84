// Defines the tables of what sellers offer to the house, the messages about it, the terms that the house proposes, and
// the lots that were made of it. No foreign key to auctions, because its check would lock the row that every bid locks.
import type { OfferContent } from "@jara/shared/rest/offers";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

export const offers = pgTable(
  "offers",
  {
    id: uuid("id").primaryKey(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    /** The member of the staff who entered it for the seller. Null: the seller did. */
    enteredBy: uuid("entered_by").references(() => users.id),
    status: text("status", { enum: ["draft", "offered", "in-review", "accepted", "declined"] }).notNull(),
    /** Grows by 1 with each save, so that a save or an acceptance over a newer one is refused. */
    revision: integer("revision").notNull().default(1),
    content: jsonb("content").$type<OfferContent>().notNull(),
    /** The uploads that the content names, so that none of them is removed as an orphan (upload-queries.ts). */
    uploads: text("uploads").array().notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    offeredAt: at("offered_at"),
    decidedAt: at("decided_at"),
    decidedBy: uuid("decided_by").references(() => users.id),
    /** The seller reads it. */
    declineReason: text("decline_reason"),
  },
  (t) => [
    index("offers_seller").on(t.sellerId, t.createdAt),
    index("offers_uploads").using("gin", t.uploads),
    index("offers_waiting").on(t.offeredAt).where(sql`${t.status} in ('offered', 'in-review')`),
    check("offers_offered", sql`${t.status} = 'draft' or ${t.offeredAt} is not null`),
    check("offers_declined", sql`(${t.status} = 'declined') = (${t.declineReason} is not null)`),
  ],
);

/** Written once, never changed. */
export const offerMessages = pgTable(
  "offer_messages",
  {
    id: uuid("id").primaryKey(),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => offers.id),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    by: text("by", { enum: ["seller", "staff"] }).notNull(),
    text: text("text").notNull(),
    at: at("at").notNull(),
  },
  (t) => [index("offer_messages_offer").on(t.offerId, t.at)],
);

/**
 * The terms that the house proposed for an offer, one row for each version. Only the acceptance is written later. The
 * terms in force are those of the newest row with an acceptance.
 */
export const agreements = pgTable(
  "agreements",
  {
    id: uuid("id").primaryKey(),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => offers.id),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    /** 1, 2, … of the same offer. */
    version: integer("version").notNull(),
    currency: text("currency", { enum: ["NGN", "USD"] }).notNull(),
    startingPriceMinor: minor("starting_price_minor").notNull(),
    reserveMinor: minor("reserve_minor"),
    /** Basis points of the hammer price. */
    commissionPoints: integer("commission_points").notNull(),
    leastCommissionMinor: minor("least_commission_minor").notNull(),
    /** Basis points of the commission. */
    vatPoints: integer("vat_points").notNull(),
    charges: jsonb("charges").$type<{ text: string; amountMinor: number }[]>().notNull(),
    proposedAt: at("proposed_at").notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    acceptedAt: at("accepted_at"),
    /** As the seller typed it. */
    acceptedName: text("accepted_name"),
    /** The version of the seller terms that the seller read. */
    termsVersion: text("terms_version"),
    /** The beginning of the IP address. */
    network: text("network"),
  },
  (t) => [
    unique("agreements_version").on(t.offerId, t.version),
    index("agreements_seller").on(t.sellerId),
    check(
      "agreements_commission",
      sql`${t.commissionPoints} between 0 and 10000 and ${t.vatPoints} between 0 and 10000`,
    ),
    check("agreements_least", sql`${t.leastCommissionMinor} >= 0 and ${t.startingPriceMinor} >= 0`),
    check(
      "agreements_accepted",
      sql`(${t.acceptedAt} is null) = (${t.acceptedName} is null) and (${t.acceptedAt} is null) = (${t.termsVersion} is null)`,
    ),
  ],
);

/** The lots of sellers: written with the auction, never changed. The copy of a relisted lot has a row too. */
export const consignments = pgTable(
  "consignments",
  {
    auctionId: uuid("auction_id").primaryKey(),
    offerId: uuid("offer_id")
      .notNull()
      .references(() => offers.id),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
  },
  (t) => [index("consignments_offer").on(t.offerId), index("consignments_seller").on(t.sellerId)],
);

/**
 * The short codes by which the house's tables name sellers: six signs without vowels, so that a slip of the pen names
 * nobody. A person gets one with the first offer, and keeps it.
 */
export const sellerCodes = pgTable("seller_codes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  code: text("code")
    .notNull()
    .unique("seller_codes_code")
    .default(sql`substr(translate(md5(random()::text), '01abcdef', 'XYVBCDWF'), 1, 6)`),
});
