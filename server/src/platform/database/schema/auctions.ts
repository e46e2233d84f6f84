// Auctions, the columns by which they are searched and counted, and the changes of their content.
import type { Category, Condition, FieldChange, Media } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import type { MinorEstimates } from "@jara/shared/estimates";
import type { MinorStep } from "@jara/shared/increment-steps";
import type { LotDetails } from "@jara/shared/lot-fields";
import type { StoredRules } from "@jara/shared/payment-rules";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bidStepOf } from "../bid-step.ts";
import { priceStepOf } from "../price-step.ts";
import { regionOf } from "../region.ts";
import { hasReport, reportNumber } from "../report-number.ts";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

/** Pages are half filled (0000_baseline.sql), so that an update by a bid finds room on the same page. */
export const auctions = pgTable(
  "auctions",
  {
    id: uuid("id").primaryKey(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    title: text("title").notNull(),
    description: text("description").notNull(),
    categories: text("categories").$type<Category>().array().notNull(),
    condition: text("condition").$type<Condition>().notNull(),
    location: text("location"),
    media: jsonb("media").$type<Media[]>().notNull(),
    /** Dated notes that were added later, the oldest first. Nobody edits one. */
    addenda: jsonb("addenda").$type<{ at: number; text: string }[]>().notNull().default([]),
    /** Null: there is none. */
    conditionReport: jsonb("condition_report").$type<ConditionReport>(),
    /** The lot's optional texts (lot-fields.ts) and its estimate. Null: it has none. */
    details: jsonb("details").$type<LotDetails & MinorEstimates>(),
    currency: text("currency", { enum: ["NGN", "USD"] }).notNull(),
    startingPriceMinor: minor("starting_price_minor").notNull(),
    /** Not in force if the lot has a table: statements of bids do not write it. Use `incrementAbove`. */
    incrementMinor: minor("increment_minor").notNull(),
    /** The lot's copy of the increment table, in minor units. Null: the lot has one increment. */
    increments: jsonb("increments").$type<{ version: number; steps: MinorStep[] }>(),
    reserveMinor: minor("reserve_minor"),
    buyItNowMinor: minor("buy_it_now_minor"),
    status: text("status", { enum: ["draft", "active", "paused", "ended", "cancelled", "sold"] }).notNull(),
    /** The lot is sold for somebody (sellers.ts): `sellerId` is that person, not the member of the staff who made it. */
    isConsigned: boolean("is_consigned").notNull().default(false),
    /** A draft that everybody may see, because its sale is published and its start is set. */
    isUpcoming: boolean("is_upcoming").notNull().default(false),
    /**
     * The percentages and payment days that the lot took when it stopped being a draft, with their version among the
     * site's settings. Null: a draft, or the usual ones.
     */
    rules: jsonb("rules").$type<StoredRules & { version: number }>(),
    priceMinor: minor("price_minor").notNull(),
    priceStep: smallint("price_step").generatedAlwaysAs(priceStepOf(sql.raw("price_minor"))),
    leaderId: uuid("leader_id"),
    winnerId: uuid("winner_id"),
    bidCount: integer("bid_count").notNull().default(0),
    bidStep: smallint("bid_step").generatedAlwaysAs(bidStepOf(sql.raw("bid_count"))),
    /** Statements of bids do not set the location, so that they do not compute this again. */
    region: text("region").generatedAlwaysAs(regionOf(sql.raw("location"))),
    startsAt: at("starts_at"),
    endsAt: at("ends_at").notNull(),
    /** How late bids move the end. Both columns are set, or neither. */
    softCloseSeconds: integer("soft_close_seconds"),
    softCloseCapMinutes: integer("soft_close_cap_minutes"),
    /** The scheduled end, set once bids have moved `ends_at` past it. */
    extendedFrom: at("extended_from"),
    /** Increases with each change of the lot's texts or terms while it has bids or maxima. */
    contentVersion: integer("content_version").notNull().default(1),
    contentChangedAt: at("content_changed_at"),
    /** The newest content version that is no correction. Null: `content_version`, because there was no correction. */
    fullVersion: integer("full_version"),
    /** The scheduled end, set once the notice of a content change has moved `ends_at` past it. */
    scheduledEndsAt: at("scheduled_ends_at"),
    /** The number of voided bids. `bid_count` counts the valid ones. */
    voidedBidCount: integer("voided_bid_count").notNull().default(0),
    /** Users who may not bid on this auction again, because their bids were voided. */
    barredIds: uuid("barred_ids").array().notNull().default(sql`'{}'`),
    forfeitedPurchases: integer("forfeited_purchases").notNull().default(0),
    pausedAt: at("paused_at"),
    pausedUntil: at("paused_until"),
    pauseReason: text("pause_reason", { enum: ["buy-it-now", "admin"] }),
    /** When bidding ended. Null: the lot is not over, it was bought or cancelled, or it ended before this column existed. */
    endedAt: at("ended_at"),
    /** Why the staff paused, ended or cancelled it, for everybody. */
    statusReason: text("status_reason"),
    /** A member of the staff set the end during this pause, so resuming does not move it. */
    isEndSet: boolean("is_end_set").notNull().default(false),
    /** When the auction was removed. Its row stays for the log, but nobody can find it. */
    removedAt: at("removed_at"),
    /** The public version. Increases by 1 with every public change. */
    version: integer("version").notNull(),
    /** Increases by 1 with every change, including hidden ones. The fence checks it. */
    revision: integer("revision").notNull(),
    createdAt: at("created_at").notNull(),
    /** When the public version changed last. */
    updatedAt: at("updated_at").notNull(),
    /**
     * When a commit changed the revision last, hidden changes included; servers older than this column do not set it.
     * The next change is not dated before the later of this and `updatedAt` (`notBefore` in sql-expressions.ts). Never
     * show it, because it reveals hidden changes. Null: no change since the lot was made, or since this column exists.
     */
    changedAt: at("changed_at"),
  },
  (t) => [
    index("auctions_status_ends").on(t.status, t.endsAt),
    // Active auctions by price step, with the columns that the listing filters by, so that a count and the ids of what
    // a filter leaves need only the index.
    index("auctions_price_step")
      .on(t.priceStep, t.currency, t.reserveMinor, t.buyItNowMinor, t.condition, t.region, t.categories, t.id)
      .where(sql`${t.status} = 'active' and ${t.removedAt} is null`),
    // Active auctions by the step of their number of bids, for the order "most bids".
    index("auctions_bid_step").on(t.bidStep).where(sql`${t.status} = 'active' and ${t.removedAt} is null`),
    // Every node polls each second for auctions that are due to start.
    index("auctions_to_start").on(t.startsAt).where(sql`${t.status} = 'draft'`),
    // The lots of published sales that have not opened, which the listing shows on request.
    index("auctions_upcoming").on(t.startsAt, t.id).where(sql`${t.isUpcoming}`),
    // Active lots with a condition report, by what the listing filters of it. Expressions, because a column would be
    // written anew for the whole table.
    index("auctions_report_year").on(reportNumber(t.conditionReport, "year")).where(hasReport(t)),
    index("auctions_report_mileage").on(reportNumber(t.conditionReport, "mileageKm")).where(hasReport(t)),
    index("auctions_report_storage").on(reportNumber(t.conditionReport, "storageGb")).where(hasReport(t)),
    index("auctions_seller").on(t.sellerId, t.createdAt),
    // No index has the current price, because then every bid would have to write every index. Lists use
    // `auction_search`.
    check("auctions_starting_price_positive", sql`${t.startingPriceMinor} > 0`),
    check("auctions_increment_positive", sql`${t.incrementMinor} > 0`),
    check("auctions_price_not_below_start", sql`${t.priceMinor} >= ${t.startingPriceMinor}`),
    check("auctions_reserve_positive", sql`${t.reserveMinor} > 0`),
    check("auctions_buy_it_now_positive", sql`${t.buyItNowMinor} > 0`),
    check("auctions_bids_have_a_leader", sql`(${t.bidCount} = 0) = (${t.leaderId} is null)`),
    check("auctions_paused_since", sql`(${t.status} = 'paused') = (${t.pausedAt} is not null)`),
    check("auctions_end_set_while_paused", sql`not ${t.isEndSet} or ${t.status} = 'paused'`),
    check("auctions_winner_after_the_end", sql`${t.winnerId} is null or ${t.status} in ('ended', 'sold')`),
    check("auctions_soft_close", sql`(${t.softCloseSeconds} is null) = (${t.softCloseCapMinutes} is null)`),
    check("auctions_extended_later", sql`${t.extendedFrom} is null or ${t.extendedFrom} <= ${t.endsAt}`),
    check("auctions_versions", sql`${t.version} between 1 and ${t.revision}`),
  ],
);

/** When a lot was published, for sorting. Lots of before `published_at` existed count from when they were made. */
export const publishedOf = ({ publishedAt, createdAt }: Record<"publishedAt" | "createdAt", SQLWrapper>): SQL =>
  sql`coalesce(${publishedAt}, ${createdAt})`;

/**
 * The columns by which auctions are searched and sorted. It holds nothing that a bid changes, so bids never write it,
 * its rows are small, and it can have an index for each order. A trigger updates it (0000_baseline.sql) in the
 * statement that wrote the auction. Removed auctions are not in it. At the start, two text indexes are added where the
 * database allows it (text-indexes.ts).
 */
export const auctionSearch = pgTable(
  "auction_search",
  {
    auctionId: uuid("auction_id").primaryKey(),
    status: text("status").notNull(),
    currency: text("currency").notNull(),
    hasReserve: boolean("has_reserve").notNull(),
    hasBuyItNow: boolean("has_buy_it_now").notNull(),
    createdAt: at("created_at").notNull(),
    endsAt: at("ends_at").notNull(),
    startingPriceMinor: minor("starting_price_minor").notNull(),
    /** Null while the auction is active, because bids move the price. */
    restingPriceMinor: minor("resting_price_minor"),
    /** Lower case, for the order by title. */
    title: text("title").notNull(),
    /**
     * Title, location, description, the names of the categories and the report, with a separator between them, folded
     * (`search_fold`, which does what `foldText` of shared/search-text.ts does).
     */
    text: text("text").notNull(),
    categories: text("categories").$type<Category>().array().notNull().default(sql`'{}'`),
    condition: text("condition").$type<Condition>().notNull().default("good"),
    region: text("region"),
    /**
     * When the lot last became active: as it was made, or from a draft. Null for a lot that never was active, and for
     * one that was published before this column existed; `publishedOf` is what to sort by.
     */
    publishedAt: at("published_at"),
    /**
     * Whether the text is in the indexes of closed auctions' texts. Adding a text to them takes longer than ending its
     * auction, and many auctions end at once, so it is done afterwards (index-closed-auctions.ts).
     */
    isFiled: boolean("is_filed").notNull().default(false),
    /** Always true, and not read: the next migration may drop it with its index. */
    isFolded: boolean("is_folded").notNull().default(false),
  },
  // The status comes last in these indexes, so that PostgreSQL can answer from the index alone.
  (t) => [
    index("auction_search_to_file").on(t.auctionId).where(sql`not ${t.isFiled} and ${t.status} <> 'active'`),
    index("auction_search_to_fold").on(t.status, t.auctionId).where(sql`not ${t.isFolded}`),
    index("auction_search_created").on(t.createdAt, t.auctionId),
    index("auction_search_ends").on(t.endsAt, t.auctionId),
    index("auction_search_status_created").on(t.status, t.createdAt, t.auctionId),
    index("auction_search_status_ends").on(t.status, t.endsAt, t.auctionId),
    // An order by price compares two currencies, and therefore merges two walks along one of these three indexes.
    index("auction_search_starting_price").on(t.currency, t.startingPriceMinor, t.auctionId, t.status),
    index("auction_search_active_price")
      .on(t.currency, t.startingPriceMinor, t.auctionId)
      .where(sql`${t.status} = 'active'`),
    index("auction_search_status_published").on(t.status, publishedOf(t), t.auctionId),
    index("auction_search_title").on(t.title, t.auctionId, t.status),
    index("auction_search_resting_price")
      .on(t.currency, t.restingPriceMinor, t.auctionId, t.status)
      .where(sql`${t.status} <> 'active'`),
  ],
);

/**
 * The number of auctions of each kind, as a sum of changes. Triggers of `auction_search` add one row for each change
 * and never update a row, so that no statement waits for another. auction-counts.ts merges the rows now and then.
 */
export const auctionCounts = pgTable("auction_counts", {
  status: text("status").notNull(),
  currency: text("currency").notNull(),
  hasReserve: boolean("has_reserve").notNull(),
  hasBuyItNow: boolean("has_buy_it_now").notNull(),
  change: integer("change").notNull(),
});

/** The differences of each content version of a lot, which everybody may read. The log has them too. */
export const contentChanges = pgTable(
  "content_changes",
  {
    auctionId: uuid("auction_id").notNull(),
    contentVersion: integer("content_version").notNull(),
    /** A list of `{field, before, after}`, with values as the API sends them. */
    fields: json("fields").$type<FieldChange[]>().notNull(),
    at: at("at").notNull(),
    isCorrection: boolean("is_correction").notNull().default(false),
    /** In the words of the member of the staff; null if they gave none. */
    reason: text("reason"),
    /** The role of the member of the staff; null for changes from before this column. */
    changedBy: text("changed_by"),
  },
  (t) => [primaryKey({ columns: [t.auctionId, t.contentVersion] })],
);
