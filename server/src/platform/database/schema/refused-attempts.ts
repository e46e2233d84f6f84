// Commands of bidders that were refused: what was sent, when it was decided, and why it was refused. Evidence for
// staff, kept for 90 days (docs/evidence.md).
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, minor } from "./columns.ts";

export const refusedAttempts = pgTable(
  "refused_attempts",
  {
    id: uuid("id").primaryKey(),
    /** No foreign keys, because their checks would lock rows that every bid locks. */
    auctionId: uuid("auction_id").notNull(),
    userId: uuid("user_id").notNull(),
    commandId: text("command_id").notNull(),
    kind: text("kind").$type<"bid" | "maximum" | "buy-it-now" | "withdrawal">().notNull(),
    /**
     * The amount of a bid in the auction's currency. The amount of a maximum is never stored, because it is its owner's
     * secret.
     */
    amountMinor: minor("amount_minor"),
    code: text("code").notNull(),
    /** BID_TOO_LOW: the lowest bid that would have been accepted. */
    minimumMinor: minor("minimum_minor"),
    /** By how much it came after the end that the lot had; null if it came before it. */
    lateMs: integer("late_ms"),
    /** How many more like it the same person sent that are not kept. */
    repeats: integer("repeats").notNull().default(0),
    at: at("at").notNull(),
  },
  (t) => [
    uniqueIndex("refused_attempts_once").on(t.userId, t.commandId),
    index("refused_attempts_of_lot").on(t.auctionId, t.at),
    index("refused_attempts_by_age").on(t.at),
  ],
);
