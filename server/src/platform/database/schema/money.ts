// Balances: their entries, payments into them, and the exchange rates.
import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    amountMinor: minor("amount_minor").notNull(),
    balanceAfterMinor: minor("balance_after_minor").notNull(),
    cause: text("cause").notNull(),
    /** The auction that the entry is about, for a forfeit. */
    auctionId: uuid("auction_id"),
    /** The payment that the entry came from. Unique, so that it is credited once. */
    reference: text("reference").unique("ledger_entries_reference_key"),
    actorId: uuid("actor_id"),
    createdAt: at("created_at").notNull(),
  },
  (t) => [index("ledger_entries_user").on(t.userId, t.createdAt)],
);

/** Payments into a balance. Each is credited once, because the ledger entry carries the reference. */
export const topUps = pgTable(
  "top_ups",
  {
    reference: text("reference").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** NGN. */
    amountMinor: minor("amount_minor").notNull(),
    status: text("status", { enum: ["pending", "paid", "failed"] })
      .notNull()
      .default("pending"),
    isSandbox: boolean("is_sandbox").notNull(),
    /** The address at which the payer pays. Null until the payment service has answered. */
    authorizationUrl: text("authorization_url"),
    createdAt: at("created_at").notNull(),
    /**
     * When the payment service was last asked. A caller updates it before asking, so that no other caller asks
     * meanwhile.
     */
    checkedAt: at("checked_at"),
    closedAt: at("closed_at"),
  },
  (t) => [
    index("top_ups_user").on(t.userId, t.createdAt),
    index("top_ups_pending").on(t.createdAt).where(sql`${t.status} = 'pending'`),
    check("top_ups_amount_positive", sql`${t.amountMinor} > 0`),
    check("top_ups_closed", sql`(${t.status} = 'pending') = (${t.closedAt} is null)`),
  ],
);

/**
 * The exchange rates in force, which all nodes share and which survive a restart, and the provider's candidate rate,
 * which waits for an administrator. There is one row, so that accepting, confirming and rejecting wait for each other.
 */
export const exchangeRates = pgTable(
  "exchange_rates",
  {
    id: integer("id").primaryKey(),
    ngnToUsd: doublePrecision("ngn_to_usd").notNull(),
    usdToNgn: doublePrecision("usd_to_ngn").notNull(),
    /** When rates were last accepted. Null: none was accepted yet and the fallback rates are in force. */
    fetchedAt: at("fetched_at"),
    /** When the provider last named a rate, accepted or not. */
    askedAt: at("asked_at"),
    /** Identifies one candidate rate: another rate gets another id. Null: there is no candidate. */
    candidateId: uuid("candidate_id"),
    candidateUsdToNgn: doublePrecision("candidate_usd_to_ngn"),
    candidateSince: at("candidate_since"),
    rejectedAt: at("rejected_at"),
    rejectedBy: uuid("rejected_by").references(() => users.id),
    /** When administrators were last mailed about a candidate. */
    toldAt: at("told_at"),
  },
  (t) => [check("exchange_rates_one_row", sql`${t.id} = 1`)],
);

/** Every change of the rates in force. The rates of the last 24 hours bound the next one. */
export const acceptedRates = pgTable(
  "accepted_rates",
  {
    id: uuid("id").primaryKey(),
    usdToNgn: doublePrecision("usd_to_ngn").notNull(),
    acceptedAt: at("accepted_at").notNull(),
    /** Null: the rate was within the bounds, so nobody had to confirm it. */
    confirmedBy: uuid("confirmed_by").references(() => users.id),
  },
  (t) => [index("accepted_rates_at").on(t.acceptedAt)],
);
