// Defines the table of what sellers were paid for their sales.

import type { ProceedsEntry, SellerTerms } from "@jara/shared/proceeds";
import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

/**
 * What the seller's balance has now for a sale, the sum of its ledger entries. A row is written when the seller is paid
 * first, and changed with every later entry. No foreign key to auctions, because its check would lock the row that
 * every bid locks.
 */
export const saleProceeds = pgTable(
  "sale_proceeds",
  {
    /** The settlement or the purchase. */
    debtId: uuid("debt_id").primaryKey(),
    auctionId: uuid("auction_id").notNull(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    /** The terms of the agreement that was in force when the lot was sold. */
    terms: jsonb("terms").$type<SellerTerms>().notNull(),
    /** The price of which the seller was paid, in the lot's currency. 0: all was taken back. */
    hammerMinor: minor("hammer_minor").notNull(),
    /** Naira for a dollar, for a lot in dollars, until all is taken back. */
    usdToNgn: doublePrecision("usd_to_ngn"),
    /** NGN. Empty if all was taken back. */
    entries: jsonb("entries").$type<ProceedsEntry[]>().notNull(),
    /** Grows by 1 with every change of the entries. */
    revision: integer("revision").notNull(),
    /** When the seller was paid, or paid again after all was taken back. */
    paidAt: at("paid_at").notNull(),
  },
  (t) => [
    index("sale_proceeds_auction").on(t.auctionId),
    check("sale_proceeds_hammer", sql`${t.hammerMinor} >= 0`),
    check("sale_proceeds_taken_back", sql`(${t.hammerMinor} = 0) = (${t.entries} = '[]'::jsonb)`),
  ],
);

/**
 * The sales whose sellers may be due other entries than they have. A trigger writes a row when a sale is paid, undone,
 * handed over or gets another price (`note_changed_sale`), and the job removes it once the seller has the right entries,
 * so that its look costs only what is due.
 */
export const proceedsChecks = pgTable(
  "proceeds_checks",
  {
    /** The settlement or the purchase. */
    debtId: uuid("debt_id").primaryKey(),
    auctionId: uuid("auction_id").notNull(),
    /** The buyer's payment, of a sale that waits for its days; long ago for a sale that changed. */
    waitsFrom: at("waits_from").notNull().default(sql`to_timestamp(0)`),
    /** Grows by 1 with every change of the sale, so that a look never removes a later change. */
    changes: integer("changes").notNull().default(1),
  },
  (t) => [index("proceeds_checks_waiting").on(t.waitsFrom, t.debtId)],
);

/** The numbers of months that had one before statements were kept as papers. The paper of such a month takes it. */
export const sellerStatements = pgTable(
  "seller_statements",
  {
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    /** `2026-11`, in Lagos. */
    month: text("month").notNull(),
    /** The year in Lagos in which the number was given. */
    year: integer("year").notNull(),
    number: integer("number").notNull(),
    numberedAt: at("numbered_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.month] }),
    uniqueIndex("seller_statements_number").on(t.year, t.number),
    check("seller_statements_month", sql`${t.month} ~ '^[0-9]{4}-[0-9]{2}$'`),
  ],
);

/**
 * Sellers' statements that were made as a file, with numbers 1, 2, … in each year without a gap. A row never changes: the
 * same period, entries and payouts are the same paper, with the words and names of the day on which it was issued.
 */
export const issuedStatements = pgTable(
  "issued_statements",
  {
    id: uuid("id").primaryKey(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 over the period and the ids of the entries and payouts. */
    content: text("content").notNull(),
    /** The year in Lagos in which the number was given. */
    year: integer("year").notNull(),
    number: integer("number").notNull(),
    issuedAt: at("issued_at").notNull(),
    /** The content of the paper (features/proceeds/issue-statement.ts). */
    paper: jsonb("paper").notNull(),
  },
  (t) => [
    uniqueIndex("issued_statements_once").on(t.sellerId, t.content),
    uniqueIndex("issued_statements_number").on(t.year, t.number),
  ],
);
