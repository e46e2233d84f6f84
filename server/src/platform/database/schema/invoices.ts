// Defines the tables of invoices: one for each buyer, sale and currency (or day, for lots without a sale), and another one
// for lots that come when nothing is due on it any more. The lock of the buyer keeps their number right. An invoice stores
// its number, to whom it was made out, and its lots with what they cost then.
import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";
import { sales } from "./sales.ts";

/** A debt that a payment of the whole invoice covers. */
export interface InvoicePart {
  /** The settlement's or the purchase's id. */
  readonly settlementId: string;
  readonly auctionId: string;
  /** The amount that remained when the payment was asked for, in the invoice's currency. */
  readonly amountMinor: number;
  /** Of an online payment of lots in dollars: the naira that count as this amount if they arrive by a time (epoch ms). */
  readonly promise?: { readonly ngnMinor: number; readonly usdToNgn: number; readonly until: number };
}

export const invoices = pgTable(
  "invoices",
  {
    id: uuid("id").primaryKey(),
    buyerId: uuid("buyer_id")
      .notNull()
      .references(() => users.id),
    /** Null: its lots are in no sale. */
    saleId: uuid("sale_id").references(() => sales.id),
    /** The day in Lagos on which lots without a sale were won or bought; null for a sale. */
    day: date("day"),
    currency: text("currency", { enum: ["NGN", "USD"] }).notNull(),
    /** The year in Lagos, and 1, 2, … in it. */
    year: integer("year").notNull(),
    number: integer("number").notNull(),
    /** The buyer's name and address when it got its number. */
    buyer: jsonb("buyer").notNull(),
    /** The version of the setting `house` at that time; 0: none was set. */
    houseVersion: integer("house_version").notNull(),
    /** When its first lot was won. */
    createdAt: at("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("invoices_number").on(t.year, t.number),
    index("invoices_buyer").on(t.buyerId),
    check("invoices_of_one", sql`num_nonnulls(${t.saleId}, ${t.day}) = 1`),
  ],
);

/** The settlements and purchases of an invoice. A row never changes: a lot stays on its invoice, whatever becomes of it. */
export const invoiceLots = pgTable(
  "invoice_lots",
  {
    /** A settlement's or a purchase's id. */
    settlementId: uuid("settlement_id").primaryKey(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    auctionId: uuid("auction_id").notNull(),
    /** The lot's title when it came on the invoice. Null in rows from before this column: its title now. */
    title: text("title"),
    /** What the lot cost when it came on the invoice. Null in rows from before these columns: what it costs now. */
    priceMinor: minor("price_minor"),
    feeMinor: minor("fee_minor"),
    premiumMinor: minor("premium_minor"),
    vatMinor: minor("vat_minor"),
  },
  (t) => [index("invoice_lots_invoice").on(t.invoiceId)],
);

/**
 * Payments of everything that is due on an invoice. The row is written before the payment and says what it covers, so that
 * the same request again books the same parts. Whether they are booked is in `payments`.
 */
export const invoicePayments = pgTable(
  "invoice_payments",
  {
    id: uuid("id").primaryKey(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    /** The buyer, or the member of the staff who books the money. */
    askedBy: uuid("asked_by")
      .notNull()
      .references(() => users.id),
    commandId: text("command_id").notNull(),
    method: text("method", { enum: ["balance", "online", "transfer", "cash"] }).notNull(),
    /** The money that came, in the invoice's currency. */
    amountMinor: minor("amount_minor").notNull(),
    reference: text("reference"),
    note: text("note"),
    parts: jsonb("parts").$type<readonly InvoicePart[]>().notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("invoice_payments_once").on(t.askedBy, t.commandId),
    index("invoice_payments_invoice").on(t.invoiceId, t.createdAt),
    check("invoice_payments_amount", sql`${t.amountMinor} > 0`),
  ],
);
