// The questions about lots, and their public answers.
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

export const lotQuestions = pgTable(
  "lot_questions",
  {
    id: uuid("id").primaryKey(),
    /** No foreign key, because its check would lock the row that every bid locks. Auctions' rows are never deleted. */
    auctionId: uuid("auction_id").notNull(),
    /** Null: the account was deleted. */
    askerId: uuid("asker_id").references(() => users.id),
    text: text("text").notNull(),
    askedAt: at("asked_at").notNull(),
    /**
     * 1, 2 or 3 while the question waits; null afterwards. It is unique for a person and a lot, so that nobody has more
     * than three waiting, also with many calls at the same moment.
     */
    slot: smallint("slot"),
    answer: text("answer"),
    answeredAt: at("answered_at"),
    answeredBy: uuid("answered_by").references(() => users.id),
    /** When the answer was last changed. */
    editedAt: at("edited_at"),
    hiddenAt: at("hidden_at"),
    hiddenBy: uuid("hidden_by").references(() => users.id),
    hideReason: text("hide_reason"),
    /** Grows by 1 with each change. A change names the one that its author saw; receivers drop older ones. */
    revision: integer("revision").notNull().default(1),
  },
  (t) => [
    uniqueIndex("lot_questions_waiting_of_person").on(t.askerId, t.auctionId, t.slot),
    index("lot_questions_lot").on(t.auctionId, t.askedAt),
    index("lot_questions_asker").on(t.askerId, t.askedAt),
    // The staff's lists: what waits, what was answered, what is hidden.
    index("lot_questions_waiting").on(t.auctionId).where(sql`${t.answeredAt} is null and ${t.hiddenAt} is null`),
    index("lot_questions_answered").on(t.answeredAt).where(sql`${t.answeredAt} is not null and ${t.hiddenAt} is null`),
    index("lot_questions_hidden").on(t.hiddenAt).where(sql`${t.hiddenAt} is not null`),
    check("lot_questions_length", sql`char_length(${t.text}) between 1 and 500`),
    check("lot_questions_answer_length", sql`char_length(${t.answer}) between 1 and 1000`),
    check("lot_questions_answered", sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check("lot_questions_hidden_because", sql`(${t.hideReason} is null) = (${t.hiddenAt} is null)`),
    check(
      "lot_questions_slot",
      sql`${t.slot} is null or (${t.slot} between 1 and 3 and ${t.answer} is null and ${t.hiddenAt} is null)`,
    ),
  ],
);
