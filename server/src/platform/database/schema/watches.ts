// The lots that people watch, the changes of these lots about which watchers are still to be notified, and the
// reminders that were sent. No bid reads or writes these tables.
import type { Reminder } from "@jara/shared/reminders";
import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

export const watches = pgTable(
  "watches",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** No foreign key, because its check would lock the row that every bid locks. Auctions' rows are never deleted. */
    auctionId: uuid("auction_id").notNull(),
    createdAt: at("created_at").notNull(),
    /** The price, in the lot's currency, below which the person wants to be reminded. Null: none. */
    wishMinor: minor("wish_minor"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.auctionId] }),
    index("watches_auction").on(t.auctionId),
    check("watches_wish_positive", sql`${t.wishMinor} > 0`),
  ],
);

/**
 * Changes of lots that are on somebody's watchlist. A trigger of `auctions` adds a row in the statement of the
 * change; a job notifies the watchers and deletes it.
 */
export const lotNews = pgTable("lot_news", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  auctionId: uuid("auction_id").notNull(),
  kind: text("kind", { enum: ["changed", "extended", "paused", "resumed", "lowered", "started"] }).notNull(),
  at: at("at").notNull(),
  /** The watchers with ids up to this one were notified; null if none was. */
  notifiedUpTo: uuid("told_up_to"),
  /** The prices before and after a fall; null for other kinds of news, and in rows that an older version wrote. */
  priceFromMinor: minor("price_from_minor"),
  priceToMinor: minor("price_to_minor"),
});

/** The reminders that a person wants. Without a row, those of `defaultReminders`. */
export const reminderSettings = pgTable("reminder_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  reminders: text("reminders").$type<Reminder>().array().notNull(),
  chosenAt: at("chosen_at").notNull(),
});

/** The reminders that were sent, so that each is sent once for each scheduled end. Removed after 60 days. */
export const sentReminders = pgTable(
  "sent_reminders",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    auctionId: uuid("auction_id").notNull(),
    kind: text("kind").notNull(),
    /** The scheduled end that the reminder was about. */
    about: at("about").notNull(),
    sentAt: at("sent_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.auctionId, t.kind, t.about] }), index("sent_reminders_age").on(t.sentAt)],
);
