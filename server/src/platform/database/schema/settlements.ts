// Payments that winners and buyers owe, and the days on which no payment is due.
import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { auctions } from "./auctions.ts";
import { at, minor } from "./columns.ts";

/** The columns that say who closed a settlement or a purchase, and why it was waived. */
const closing = () => ({
  /** Null: the clock closed it. */
  closedBy: uuid("closed_by").references(() => users.id),
  note: text("note"),
});

/** The forfeiting job's state: how often it tried, when it may try again, and since when it has given up. */
const forfeiting = () => ({
  attempts: integer("attempts").notNull().default(0),
  /** Null: not tried yet. */
  nextAttemptAt: at("next_attempt_at"),
  lastError: text("last_error"),
  stuckAt: at("stuck_at"),
});

export const settlements = pgTable(
  "settlements",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id")
      .notNull()
      .references(() => auctions.id),
    winnerId: uuid("winner_id")
      .notNull()
      .references(() => users.id),
    amountMinor: minor("amount_minor").notNull(),
    status: text("status", { enum: ["open", "paid", "waived", "forfeited", "void"] })
      .notNull()
      .default("open"),
    dueAt: at("due_at").notNull(),
    createdAt: at("created_at").notNull(),
    closedAt: at("closed_at"),
    ...closing(),
    ...forfeiting(),
  },
  (t) => [
    uniqueIndex("settlements_one_open").on(t.auctionId).where(sql`${t.status} = 'open'`),
    index("settlements_due").on(t.dueAt).where(sql`${t.status} = 'open'`),
    // The same order as for purchases.
    index("settlements_listed").on(t.closedAt.desc().nullsFirst(), t.dueAt, t.id),
    index("settlements_listed_by_status").on(t.status, t.closedAt.desc().nullsFirst(), t.dueAt, t.id),
    index("settlements_winner").on(t.winnerId, t.auctionId),
    check("settlements_amount_positive", sql`${t.amountMinor} > 0`),
    check("settlements_closed", sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
  ],
);

/** Buy It Now purchases. An auction has at most one open purchase. */
export const purchases = pgTable(
  "purchases",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id")
      .notNull()
      .references(() => auctions.id),
    buyerId: uuid("buyer_id")
      .notNull()
      .references(() => users.id),
    /**
     * The buyer's id again, under a unique index: a buyer has at most one pending purchase. Null in purchases made
     * before that rule.
     */
    exclusiveBuyerId: uuid("exclusive_buyer_id"),
    /** In the auction's currency. The fee is added to it. */
    priceMinor: minor("price_minor").notNull(),
    feeMinor: minor("fee_minor").notNull(),
    status: text("status", { enum: ["pending", "paid", "forfeited", "void"] }).notNull(),
    deadlineAt: at("deadline_at").notNull(),
    createdAt: at("created_at").notNull(),
    closedAt: at("closed_at"),
    /** Void because an administrator waived the buyer's payment. */
    isWaived: boolean("is_waived").notNull().default(false),
    ...closing(),
    ...forfeiting(),
  },
  (t) => [
    uniqueIndex("purchases_one_pending").on(t.auctionId).where(sql`${t.status} = 'pending'`),
    uniqueIndex("purchases_one_open_a_buyer").on(t.exclusiveBuyerId).where(sql`${t.status} = 'pending'`),
    index("purchases_auction").on(t.auctionId, t.createdAt),
    index("purchases_buyer").on(t.buyerId, t.createdAt),
    index("purchases_deadline").on(t.deadlineAt).where(sql`${t.status} = 'pending'`),
    // The order of the administrators' list: open ones first with the most urgent at the top, then the newest closed
    // ones.
    index("purchases_listed").on(t.closedAt.desc().nullsFirst(), t.deadlineAt, t.id),
    index("purchases_listed_by_status").on(t.status, t.isWaived, t.closedAt.desc().nullsFirst(), t.deadlineAt, t.id),
    check("purchases_price_positive", sql`${t.priceMinor} > 0`),
    check("purchases_closed", sql`(${t.status} = 'pending') = (${t.closedAt} is null)`),
    check("purchases_waived_are_void", sql`not ${t.isWaived} or ${t.status} = 'void'`),
  ],
);

/** Days on which no payment is due in Lagos. Read whenever an auction ends with a winner. */
export const publicHolidays = pgTable("public_holidays", {
  date: date("date").primaryKey(),
  name: text("name").notNull(),
});
