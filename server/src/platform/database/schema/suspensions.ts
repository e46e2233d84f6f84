// Suspensions of accounts, the lots whose bids are voided because of them, and the staff's notes about users.
import { sql } from "drizzle-orm";
import { boolean, check, index, json, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/**
 * Each row says why, by whom and until when an account is suspended. `users.banned_at` decides whether it is suspended;
 * the statement that changes the one changes the other. An account that the command line suspended has no row here.
 */
export const suspensions = pgTable(
  "suspensions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The suspended person reads it. */
    reason: text("reason").notNull(),
    /** Null: until an administrator lifts it. */
    until: at("until"),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    at: at("at").notNull(),
    liftedAt: at("lifted_at"),
    /** Null with `liftedAt`: the time ran out. */
    liftedBy: uuid("lifted_by").references(() => users.id),
    liftReason: text("lift_reason"),
    /** True if the bids on open lots are to be voided. */
    voidBids: boolean("void_bids").notNull(),
    /**
     * False while lots may still be added to `suspension_voids`: some seconds, because a bid in flight may be accepted
     * after the suspension. Always true if nothing is to be voided.
     */
    isListed: boolean("is_listed").notNull(),
  },
  (t) => [
    index("suspensions_user").on(t.userId, t.at),
    uniqueIndex("suspensions_standing").on(t.userId).where(sql`${t.liftedAt} is null`),
    // A job polls for suspensions that have run out, and for those whose lots are not listed yet.
    index("suspensions_until").on(t.until).where(sql`${t.liftedAt} is null and ${t.until} is not null`),
    index("suspensions_unlisted").on(t.at).where(sql`not ${t.isListed}`),
    check("suspensions_until_later", sql`${t.until} > ${t.at}`),
  ],
);

/** The open lots on which a suspension voids the person's bids, one row each. */
export const suspensionVoids = pgTable(
  "suspension_voids",
  {
    suspensionId: uuid("suspension_id")
      .notNull()
      .references(() => suspensions.id),
    /** No foreign key, because its check would lock the row that every bid locks. Auctions' rows are never deleted. */
    auctionId: uuid("auction_id").notNull(),
    title: text("title").notNull(),
    /** Null: not voided yet. */
    doneAt: at("done_at"),
    /** Price and leader before and after the void (VoidEffect). Null if it was refused. */
    effect: json("effect"),
    /** The refusal's message. */
    message: text("message"),
  },
  (t) => [
    primaryKey({ columns: [t.suspensionId, t.auctionId] }),
    index("suspension_voids_open").on(t.suspensionId).where(sql`${t.doneAt} is null`),
  ],
);

/** The staff's notes about a user. Rows never change. */
export const userNotes = pgTable(
  "user_notes",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [
    index("user_notes_user").on(t.userId, t.createdAt),
    check("user_notes_length", sql`char_length(${t.text}) between 1 and 2000`),
  ],
);
