// Balances: their entries, payments into them and out of them, the fence of reservations, receipts, and the exchange
// rates.
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
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
    /** The auction that the entry is about: a deposit, a payment, a refund or a penalty. */
    auctionId: uuid("auction_id"),
    /** The settlement's or the purchase's id, in the same entries. */
    settlementId: uuid("settlement_id"),
    /** The payment that the entry came from. Unique, so that it is credited once. */
    reference: text("reference").unique("ledger_entries_reference_key"),
    /** The reason that a member of the staff gave. */
    note: text("note"),
    /** How the money of a staff's edit came to the house, or left it. Null: the entry moved no money outside the site. */
    method: text("method", { enum: ["transfer", "cash", "outside"] }),
    /** The reference of a transfer or the number of a cash receipt, as staff typed it. */
    bankReference: text("bank_reference"),
    actorId: uuid("actor_id"),
    createdAt: at("created_at").notNull(),
  },
  (t) => [index("ledger_entries_user").on(t.userId, t.createdAt), index("ledger_entries_at").on(t.createdAt)],
);

/**
 * Fences reservations (`BALANCE_RULE=hold`): the statement that raises what a person has bound increases `revision`,
 * and writes nothing if the decision used another one. A person without a row has the revision 0. What is bound follows
 * from the auctions and the maxima, so it is not stored.
 */
export const holds = pgTable("holds", {
  userId: uuid("user_id").primaryKey(),
  revision: integer("revision").notNull(),
});

/**
 * Online payments, into a balance or towards a settlement. Each is credited once: into a balance, because the ledger
 * entry carries the reference; towards a settlement, because the payment does.
 */
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
    /** The settlement or purchase that this pays; null for a payment into the balance. */
    settlementId: uuid("settlement_id"),
    auctionId: uuid("auction_id"),
    /** The payment of a whole invoice that this pays; then it names no settlement of its own. */
    invoicePaymentId: uuid("invoice_payment_id"),
    /** The payment is worth this much in the auction's currency, at the rate of its quote. */
    worthMinor: minor("worth_minor"),
    /** Naira for a dollar when the quote began. Null in rows that were written before it existed. */
    quotedUsdToNgn: doublePrecision("quoted_usd_to_ngn"),
    /** `worthMinor` holds for money that arrives up to this time. Null as above: until 15 minutes after the start. */
    worthUntil: at("worth_until"),
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
    index("top_ups_settlement").on(t.settlementId, t.worthUntil).where(sql`${t.settlementId} is not null`),
    index("top_ups_pending").on(t.createdAt).where(sql`${t.status} = 'pending'`),
    check("top_ups_of_settlement", sql`num_nonnulls(${t.settlementId}, ${t.auctionId}, ${t.worthMinor}) in (0, 3)`),
    check("top_ups_amount_positive", sql`${t.amountMinor} > 0`),
    check("top_ups_closed", sql`(${t.status} = 'pending') = (${t.closedAt} is null)`),
  ],
);

/** Bank accounts to which people withdraw money. A row never changes but for its removal. */
export const bankAccounts = pgTable(
  "bank_accounts",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    bankCode: text("bank_code").notNull(),
    bankName: text("bank_name").notNull(),
    /** Ten digits (NUBAN). */
    accountNumber: text("account_number").notNull(),
    /** The name that the bank says. */
    accountName: text("account_name").notNull(),
    isSandbox: boolean("is_sandbox").notNull(),
    createdAt: at("created_at").notNull(),
    /** A new account waits for 24 hours. */
    usableAt: at("usable_at").notNull(),
    removedAt: at("removed_at"),
  },
  (t) => [
    uniqueIndex("bank_accounts_once").on(t.userId, t.bankCode, t.accountNumber).where(sql`${t.removedAt} is null`),
    // Staff are warned of other people with the same account, or an account in the same name.
    index("bank_accounts_number").on(t.bankCode, t.accountNumber),
    index("bank_accounts_name").on(sql`lower(${t.accountName})`),
  ],
);

/**
 * Payments out of a balance to the owner's bank account. The amount leaves the balance when it is asked for, and comes
 * back, once, if it is refused, cancelled or fails.
 */
export const withdrawals = pgTable(
  "withdrawals",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    bankAccountId: uuid("bank_account_id")
      .notNull()
      .references(() => bankAccounts.id),
    /** NGN. */
    amountMinor: minor("amount_minor").notNull(),
    status: text("status", {
      enum: ["requested", "approved", "sent", "paid", "refused", "cancelled", "failed"],
    })
      .notNull()
      .default("requested"),
    /** Names the transfer at the payment service. */
    reference: text("reference").notNull().unique("withdrawals_reference_key"),
    isSandbox: boolean("is_sandbox").notNull(),
    createdAt: at("created_at").notNull(),
    /** A member of the staff approved or refused it at this time. */
    decidedAt: at("decided_at"),
    decidedBy: uuid("decided_by").references(() => users.id),
    /** It was refused or failed for this reason. */
    reason: text("reason"),
    /** The payment service's codes of the recipient and the transfer. */
    recipientCode: text("recipient_code"),
    transferCode: text("transfer_code"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: at("next_attempt_at"),
    lastError: text("last_error"),
    closedAt: at("closed_at"),
  },
  (t) => [
    index("withdrawals_user").on(t.userId, t.createdAt),
    index("withdrawals_listed").on(t.closedAt.desc().nullsFirst(), t.createdAt, t.id),
    index("withdrawals_waiting").on(t.createdAt).where(sql`${t.status} = 'requested'`),
    index("withdrawals_to_send").on(t.nextAttemptAt).where(sql`${t.status} in ('approved', 'sent')`),
    check("withdrawals_amount_positive", sql`${t.amountMinor} > 0`),
    check("withdrawals_closed", sql`(${t.status} in ('requested', 'approved', 'sent')) = (${t.closedAt} is null)`),
  ],
);

/**
 * Receipts and credit notes. The statement that moves the money writes the row without a number; a job numbers the rows
 * in order within seconds, so that numbers have no gaps and no payment waits for another. A numbered row never changes.
 */
export const receipts = pgTable(
  "receipts",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: ["payment", "refund", "penalty", "credit-note"] }).notNull(),
    /** `R` for receipts, `C` for credit notes. */
    series: text("series", { enum: ["R", "C"] }).notNull(),
    /** The year in Lagos. */
    year: integer("year"),
    /** 1, 2, … in its series and year. */
    number: integer("number"),
    auctionId: uuid("auction_id"),
    settlementId: uuid("settlement_id"),
    /** The receipt that a credit note corrects. */
    correctsId: uuid("corrects_id"),
    /** These facts say what was paid, and for what (auction/settlement/receipt-facts.ts). */
    facts: json("facts").notNull(),
    /** The names and addresses at the time of numbering; null before. */
    people: json("people"),
    createdAt: at("created_at").notNull(),
    numberedAt: at("numbered_at"),
  },
  (t) => [
    uniqueIndex("receipts_number").on(t.series, t.year, t.number),
    index("receipts_user").on(t.userId, t.createdAt),
    index("receipts_settlement").on(t.settlementId),
    index("receipts_to_number").on(t.createdAt, t.id).where(sql`${t.number} is null`),
    check("receipts_numbered", sql`num_nonnulls(${t.year}, ${t.number}, ${t.people}, ${t.numberedAt}) in (0, 4)`),
  ],
);

/** The last number of each series and year (`I`: invoices). Its row lock makes numbering one at a time. */
export const receiptNumbers = pgTable(
  "receipt_numbers",
  {
    /** `S` for the statements of sellers. */
    series: text("series", { enum: ["R", "C", "S", "I"] }).notNull(),
    year: integer("year").notNull(),
    last: integer("last").notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.year] })],
);

/**
 * The exchange rates in force, which all nodes share and which survive a restart, and the provider's candidate rate,
 * which waits for staff. There is one row, so that accepting, confirming and rejecting wait for each other.
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
    /** When staff were last mailed about a candidate. */
    mailedAt: at("told_at"),
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
