// The searches that people keep, the published lots that wait to be compared with them, and the lots that they found.
import type { SavedQuery } from "@jara/shared/rest/saved-searches";
import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

export const savedSearches = pgTable(
  "saved_searches",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    /** The fields of `GET /auctions` as its address has them, without the page. */
    query: jsonb("query").$type<SavedQuery>().notNull(),
    /**
     * The filters as text, the same for searches that find the same lots. The order of the list is not a part of it.
     */
    filterKey: text("filter_key").notNull(),
    alert: text("alert", { enum: ["now", "daily", "off"] }).notNull(),
    createdAt: at("created_at").notNull(),
    /**
     * When the newest mail about new lots may be sent. The statement that writes a mail moves it, so that two never do.
     */
    mailDueAt: at("mail_due_at"),
  },
  (t) => [
    uniqueIndex("saved_searches_once").on(t.userId, t.filterKey),
    index("saved_searches_filter").on(t.filterKey),
    check("saved_searches_name", sql`char_length(${t.name}) between 1 and 80`),
  ],
);

/**
 * Lots that became active and were not yet compared with the saved searches. A trigger of `auctions` adds the row in
 * the statement that publishes the lot (the migration that made this table), so that none is missed.
 */
export const publishedLots = pgTable("published_lots", {
  auctionId: uuid("auction_id").primaryKey(),
  publishedAt: at("published_at").notNull(),
});

/** The lots that a search found since it was saved, each once. Removed after 60 days. */
export const savedSearchMatches = pgTable(
  "saved_search_matches",
  {
    searchId: uuid("search_id")
      .notNull()
      .references(() => savedSearches.id, { onDelete: "cascade" }),
    auctionId: uuid("auction_id").notNull(),
    matchedAt: at("matched_at").notNull(),
    /** True once the owner has opened the search. */
    isSeen: boolean("is_seen").notNull().default(false),
    /** True once the owner was notified, or need not be. */
    isNotified: boolean("is_told").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.searchId, t.auctionId] }),
    index("saved_search_matches_unseen").on(t.searchId).where(sql`not ${t.isSeen}`),
    index("saved_search_matches_untold").on(t.searchId).where(sql`not ${t.isNotified}`),
    index("saved_search_matches_age").on(t.matchedAt),
  ],
);
