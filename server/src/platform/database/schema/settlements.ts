// Defines the tables of winners' and buyers' debts and payments, second-chance offers, and holidays, on which no
// payment is due.
import type { StoredRules } from "@jara/shared/payment-rules";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { auctions } from "./auctions.ts";
import { at, minor, NOTHING } from "./columns.ts";

/** The columns that say who closed a settlement or a purchase, and why it was waived. */
const closing = () => ({
  /** Null: the clock closed it. */
  closedBy: uuid("closed_by").references(() => users.id),
  note: text("note"),
  /** Staff refunded the sale this way; null if they did not. A refunded purchase is void. */
  refundedTo: text("refunded_to", { enum: ["balance", "transfer", "cash"] }),
  /** NGN that the refund gave back. */
  refundedMinor: minor("refunded_minor"),
});

/** The forfeiting job's state: how often it tried, when it may try again, and since when it has given up. */
const forfeiting = () => ({
  attempts: integer("attempts").notNull().default(0),
  /** Null: not tried yet. */
  nextAttemptAt: at("next_attempt_at"),
  lastError: text("last_error"),
  stuckAt: at("stuck_at"),
});

/** These columns record the money received. Deposit and payments add up to the price (and fee) once nothing remains. */
const receiving = () => ({
  /** NGN, taken from the balance at the end or when buying. */
  depositMinor: minor("deposit_minor").notNull().default(NOTHING),
  /** The deposit is worth this much in the auction's currency. */
  depositWorthMinor: minor("deposit_worth_minor").notNull().default(NOTHING),
  /** Payments after the deposit, in the auction's currency. */
  paidMinor: minor("paid_minor").notNull().default(NOTHING),
  /** NGN: what of these payments goes back to the balance if the sale is undone. */
  paidNgnMinor: minor("paid_ngn_minor").notNull().default(NOTHING),
  /** NGN, kept when the payment was forfeited. Null in rows that were forfeited before this column existed. */
  penaltyMinor: minor("penalty_minor"),
});

/** Values that the debt keeps from its first moment, whatever the site's settings become. */
const opening = () => ({
  /** The lot's percentages and payment days. Null: the usual ones. */
  rules: jsonb("rules").$type<StoredRules>(),
  /** The version of the bank account that the payer is told. Null in rows that were written before it existed. */
  bankVersion: integer("bank_version"),
});

/** Paid, and nobody said that the buyer can collect it. */
export const isToPrepare = (of: Record<"status" | "readyAt" | "handedOverAt", SQLWrapper>): SQL =>
  sql`${of.status} = 'paid' and ${of.readyAt} is null and ${of.handedOverAt} is null`;

/** The handover of a paid lot. */
const handingOver = () => ({
  /** Six digits that the buyer shows. Null until paid. */
  pickupCode: text("pickup_code"),
  /** The buyer can collect the lot from this time at this place; null until staff say that it is ready. */
  readyAt: at("ready_at"),
  pickupPlace: text("pickup_place"),
  pickupHours: text("pickup_hours"),
  handedOverAt: at("handed_over_at"),
  handedOverBy: uuid("handed_over_by").references(() => users.id),
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
    /** The winning bid. */
    amountMinor: minor("amount_minor").notNull(),
    /** The buyer's premium on it, and the VAT on the premium. Both are added to it. */
    premiumMinor: minor("premium_minor").notNull().default(NOTHING),
    vatMinor: minor("vat_minor").notNull().default(NOTHING),
    status: text("status", { enum: ["open", "paid", "waived", "forfeited", "void", "refunded"] })
      .notNull()
      .default("open"),
    dueAt: at("due_at").notNull(),
    createdAt: at("created_at").notNull(),
    closedAt: at("closed_at"),
    /** A member of the staff decided at this time that a forfeited win no longer counts against the person. */
    pardonedAt: at("pardoned_at"),
    ...receiving(),
    ...closing(),
    ...forfeiting(),
    ...handingOver(),
    ...opening(),
  },
  (t) => [
    // The newest settlement of an auction is the one of its last end.
    index("settlements_auction").on(t.auctionId, t.createdAt),
    index("settlements_unpaid").on(t.winnerId).where(sql`${t.status} = 'forfeited' and ${t.pardonedAt} is null`),
    uniqueIndex("settlements_one_open").on(t.auctionId).where(sql`${t.status} = 'open'`),
    index("settlements_due").on(t.dueAt).where(sql`${t.status} = 'open'`),
    // The same order as for purchases.
    index("settlements_listed").on(t.closedAt.desc().nullsFirst(), t.dueAt, t.id),
    index("settlements_to_prepare").on(t.closedAt).where(isToPrepare(t)),
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
    /** Void because a member of the staff waived the buyer's payment. */
    isWaived: boolean("is_waived").notNull().default(false),
    ...receiving(),
    ...closing(),
    ...forfeiting(),
    ...handingOver(),
    ...opening(),
  },
  (t) => [
    uniqueIndex("purchases_one_pending").on(t.auctionId).where(sql`${t.status} = 'pending'`),
    uniqueIndex("purchases_one_open_a_buyer").on(t.exclusiveBuyerId).where(sql`${t.status} = 'pending'`),
    index("purchases_auction").on(t.auctionId, t.createdAt),
    index("purchases_buyer").on(t.buyerId, t.createdAt),
    index("purchases_deadline").on(t.deadlineAt).where(sql`${t.status} = 'pending'`),
    // The order of the staff's list: open ones first with the most urgent at the top, then the newest closed
    // ones.
    index("purchases_listed").on(t.closedAt.desc().nullsFirst(), t.deadlineAt, t.id),
    index("purchases_to_prepare").on(t.closedAt).where(isToPrepare(t)),
    index("purchases_listed_by_status").on(t.status, t.isWaived, t.closedAt.desc().nullsFirst(), t.deadlineAt, t.id),
    check("purchases_price_positive", sql`${t.priceMinor} > 0`),
    check("purchases_closed", sql`(${t.status} = 'pending') = (${t.closedAt} is null)`),
    check("purchases_waived_are_void", sql`not ${t.isWaived} or ${t.status} = 'void'`),
  ],
);

/**
 * Payments towards settlements and purchases, without the deposit. The statement that books a payment writes the row. A
 * reversed payment stays.
 */
export const payments = pgTable(
  "payments",
  {
    id: uuid("id").primaryKey(),
    /** A settlement's or a purchase's id. */
    settlementId: uuid("settlement_id").notNull(),
    auctionId: uuid("auction_id")
      .notNull()
      .references(() => auctions.id),
    payerId: uuid("payer_id")
      .notNull()
      .references(() => users.id),
    /** `outside`: a member of the staff confirmed the whole rest without saying how it came. */
    method: text("method", { enum: ["balance", "online", "transfer", "cash", "outside"] }).notNull(),
    /** In the auction's currency: what the payment counts for. */
    amountMinor: minor("amount_minor").notNull(),
    /** NGN: what came, or what it is worth at the rate of that moment. */
    ngnMinor: minor("ngn_minor").notNull(),
    /** NGN: what came with this payment beyond what was due. It went to the payer's balance. */
    surplusNgnMinor: minor("surplus_ngn_minor").notNull().default(NOTHING),
    /** The bank's or the payment service's reference. */
    reference: text("reference"),
    note: text("note"),
    /** The member of the staff who booked it; null if the payer paid on the site. */
    bookedBy: uuid("booked_by").references(() => users.id),
    createdAt: at("created_at").notNull(),
    reversedAt: at("reversed_at"),
    reversedBy: uuid("reversed_by").references(() => users.id),
    reverseReason: text("reverse_reason"),
    /** The payment of a whole invoice that this is a part of; null: it was for this debt alone. */
    invoicePaymentId: uuid("invoice_payment_id"),
  },
  (t) => [
    index("payments_settlement").on(t.settlementId, t.createdAt),
    index("payments_payer").on(t.payerId, t.createdAt),
    index("payments_created").on(t.createdAt),
    // An online payment counts once, whoever reports it.
    uniqueIndex("payments_online_once").on(t.reference).where(sql`${t.method} = 'online'`),
    check("payments_amount_positive", sql`${t.amountMinor} > 0 and ${t.ngnMinor} >= 0`),
  ],
);

/** Offers of a lot to its runner-up, after its winner did not pay or was voided. */
export const secondChances = pgTable(
  "second_chances",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id")
      .notNull()
      .references(() => auctions.id),
    personId: uuid("person_id")
      .notNull()
      .references(() => users.id),
    /** In the auction's currency. */
    priceMinor: minor("price_minor").notNull(),
    status: text("status", { enum: ["open", "accepted", "declined", "expired", "withdrawn"] })
      .notNull()
      .default("open"),
    expiresAt: at("expires_at").notNull(),
    createdAt: at("created_at").notNull(),
    offeredBy: uuid("offered_by").references(() => users.id),
    closedAt: at("closed_at"),
  },
  (t) => [
    uniqueIndex("second_chances_one_open").on(t.auctionId).where(sql`${t.status} = 'open'`),
    index("second_chances_person").on(t.personId, t.createdAt),
    index("second_chances_expiry").on(t.expiresAt).where(sql`${t.status} = 'open'`),
    check("second_chances_price_positive", sql`${t.priceMinor} > 0`),
    check("second_chances_closed", sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
  ],
);

/** Days on which no payment is due in Lagos. Read whenever an auction ends with a winner. */
export const publicHolidays = pgTable("public_holidays", {
  date: date("date").primaryKey(),
  name: text("name").notNull(),
});
