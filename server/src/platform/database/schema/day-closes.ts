// Defines the table of the closes of days: the money of a part of a day as it was counted, and who signed it.
import type { TillLine } from "@jara/shared/rest/day-closes";
import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

/** A row changes once: when somebody signs or refuses it. */
export const dayCloses = pgTable(
  "day_closes",
  {
    id: uuid("id").primaryKey(),
    /** A day in Lagos. */
    date: date("date").notNull(),
    /** From 1, for each day. */
    number: integer("number").notNull(),
    fromAt: at("from_at").notNull(),
    untilAt: at("until_at").notNull(),
    /** By the books, when it was made. */
    till: jsonb("till").$type<readonly TillLine[]>().notNull(),
    /** NGN in the till at the start; null for a close of the time before the till had an opening. */
    openingCashMinor: minor("opening_cash_minor"),
    /** NGN taken out of the till after the count. */
    bankedCashMinor: minor("banked_cash_minor").notNull().default(sql`0`),
    /** NGN, counted in the till, and on the bank's statement (null: not compared). */
    countedCashMinor: minor("counted_cash_minor").notNull(),
    countedTransferMinor: minor("counted_transfer_minor"),
    note: text("note"),
    closedBy: uuid("closed_by")
      .notNull()
      .references(() => users.id),
    closedAt: at("closed_at").notNull(),
    status: text("status", { enum: ["waiting", "signed", "refused"] }).notNull(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: at("decided_at"),
    reason: text("reason"),
  },
  (t) => [
    // Two closes of a day at once take the same number, so that one of them is refused.
    uniqueIndex("day_closes_number").on(t.date, t.number),
    index("day_closes_listed").on(t.closedAt, t.id),
    check("day_closes_times", sql`${t.fromAt} <= ${t.untilAt}`),
    check("day_closes_banked", sql`${t.bankedCashMinor} between 0 and ${t.countedCashMinor}`),
    check("day_closes_decided", sql`(${t.status} = 'waiting') = (${t.decidedBy} is null)`),
    check("day_closes_second_person", sql`${t.status} <> 'signed' or ${t.decidedBy} <> ${t.closedBy}`),
  ],
);
