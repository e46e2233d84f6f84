// Schemas of the REST calls on invoices: one for each buyer, sale and currency, with all its lots, and another one for lots
// that came when nothing was due on it any more.

import * as z from "zod/mini";
import { amountSchema, commandIdSchema } from "../auction.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { currencies } from "../money.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";
import { bookedMoney, payAnswer, settlementKinds, settlementStatuses } from "./settlements.ts";

export const INVOICES_LIMIT_DEFAULT = 20;

export const invoicesQuery = z.object({
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

/**
 * Amounts in the invoice's currency. The total and its parts are those with which the lot came on the invoice, whatever
 * becomes of it: total = credited + paid + remaining.
 */
const invoiceLotSchema = z.object({
  /** The settlement's id. */
  _id: z.string(),
  kind: z.enum(settlementKinds),
  status: z.enum(settlementStatuses),
  auction: z.object({ _id: z.string(), title: z.string() }),
  /** The number in the sale ("12A"); null without a sale. */
  lot: z.nullable(z.string()),
  price: z.number(),
  fee: z.number(),
  premium: z.number(),
  vat: z.number(),
  total: z.number(),
  /** What is no longer asked for: all of a lot that is neither open nor paid; otherwise what a void lowered the price by. */
  credited: z.number(),
  /** Deposit and payments that stand. */
  paid: z.number(),
  remaining: z.number(),
  /** Until when it must be paid. */
  dueAt: wireTime,
  /** The credit note of a refunded lot. Absent if it was not refunded, and on older servers. */
  creditNote: z.exactOptional(z.string()),
});

export const invoiceSchema = z.object({
  _id: z.string(),
  /** `I-2026-000012`. */
  number: z.string(),
  /** Null: its lots are in no sale, and it covers one day (`day`). */
  sale: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  /** The day in Lagos; null for a sale. */
  day: z.nullable(z.string()),
  buyer: z.object({ _id: z.string(), username: z.string() }),
  currency: z.enum(currencies),
  createdAt: wireTime,
  /** The earliest time by which a lot must be paid; null: nothing is due. */
  dueAt: z.nullable(wireTime),
  /** The sums of the lots. */
  total: z.number(),
  credited: z.number(),
  paid: z.number(),
  /** Of `paid`: the deposits. Absent on older servers. */
  deposit: z.exactOptional(z.number()),
  remaining: z.number(),
  /** The rest in naira, at the rate in force. */
  remainingNgn: z.number(),
  lots: z.array(invoiceLotSchema),
});
export type Invoice = z.infer<typeof invoiceSchema>;
export type InvoiceLot = Invoice["lots"][number];
/** Newest first. */
export const invoicesAnswer = z.object({ invoices: z.array(invoiceSchema), pagination: paginationSchema });

/** A buyer gets at most one mail with the invoices of a sale in this time. */
export const INVOICE_MAIL_HOURS = 1;
/** Buyers. `alreadySent`: they had one within the hour. */
export const sentInvoicesAnswer = z.object({ sent: z.number(), alreadySent: z.number() });

const commandId = z.optional(commandIdSchema);
/** The amount that the payer saw. If it is another one by now, the payment is refused (VALUE_CHANGED). */
const seen = z.exactOptional(z.number());
export const payInvoiceBody = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("balance"), seen, commandId }),
  z.strictObject({ method: z.literal("online"), seen, commandId }),
  z.strictObject({
    method: z.enum(["transfer", "cash"]),
    /**
     * In the invoice's currency: what came. Less than what remains pays the lots in the order of their due times, until
     * it is used up; what is more goes to the buyer's balance.
     */
    amount: amountSchema,
    ...bookedMoney,
  }),
]);
export type PayInvoiceBody = z.infer<typeof payInvoiceBody>;
/** `authorizationUrl`: where to pay online. `invoice`: after a payment from the balance, or a booking. */
export const payInvoiceAnswer = z.object({
  authorizationUrl: z.optional(z.string()),
  reference: z.optional(z.string()),
  promise: payAnswer.shape.promise,
  invoice: z.optional(invoiceSchema),
});
