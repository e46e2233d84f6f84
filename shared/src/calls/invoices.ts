// Invoices of buyers, and one payment for all lots of an invoice.
import * as z from "zod/mini";
import { approvalAnswer } from "../rest/approvals.ts";
import {
  INVOICE_MAIL_HOURS,
  INVOICES_LIMIT_DEFAULT,
  type Invoice,
  invoicesAnswer,
  invoicesQuery,
  payInvoiceAnswer,
  payInvoiceBody,
  sentInvoicesAnswer,
} from "../rest/invoices.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { command } from "./costs.ts";
import { auctionId, userId } from "./samples.ts";

const call = callsIn("Invoices");

const invoice: Invoice = {
  _id: "0f6a3d0c-4b7e-4d55-9a3e-5d1c2b7f8e90",
  number: "I-2026-000012",
  sale: { _id: "5a1c7f0e-2d3b-4c6a-8f9e-1b2c3d4e5f60", title: "Saturday sale" },
  day: null,
  buyer: { _id: userId, username: "adaeze" },
  currency: "NGN",
  createdAt: "2026-11-23T09:12:45.080Z",
  dueAt: "2026-11-26T09:12:44.020Z",
  total: 110_750,
  credited: 0,
  paid: 20_000,
  deposit: 20_000,
  remaining: 90_750,
  remainingNgn: 90_750,
  lots: [
    {
      _id: "6f1f3c1e-8a52-4c56-b7b1-00000000000c",
      kind: "win",
      status: "open",
      auction: { _id: auctionId, title: "Talking drum from Ibadan" },
      lot: "12A",
      price: 100_000,
      fee: 0,
      premium: 10_000,
      vat: 750,
      total: 110_750,
      credited: 0,
      paid: 20_000,
      remaining: 90_750,
      dueAt: "2026-11-26T09:12:45.080Z",
    },
  ],
};

const listed = {
  invoices: [invoice],
  pagination: { current: 1, pages: 1, total: 1, limit: INVOICES_LIMIT_DEFAULT },
};

export const listInvoices = call({
  route: "GET /api/users/invoices",
  access: "signed in",
  summary:
    "Your invoices, newest first: one for each sale, or for each day for lots without a sale, and for each currency",
  description:
    "An invoice is issued within seconds of its first win or purchase, in a series without gaps, and dated then. " +
    "Later lots of the same sale join it while something is due on it. Its lines and totals never change: what is no longer " +
    "asked for a lot that was forfeited, refunded, waived or voided is `credited`.",
  query: invoicesQuery,
  answer: invoicesAnswer,
  pageLength: INVOICES_LIMIT_DEFAULT,
  examples: { answer: listed },
});

export const listInvoicesOfUser = call({
  route: "GET /api/admin/users/:id/invoices",
  access: "settlements:read",
  summary: "A buyer's invoices, newest first",
  description: "Invoices with a lot in which the caller has an interest are left out.",
  params: idParams,
  query: invoicesQuery,
  answer: invoicesAnswer,
  pageLength: INVOICES_LIMIT_DEFAULT,
  examples: { answer: listed },
});

export const downloadInvoice = call({
  route: "GET /api/users/invoices/:id.pdf",
  access: "signed in",
  summary: "An invoice as a PDF file: one's own; for staff who may see settlements, anybody's",
  description:
    "A member of the staff with an interest in one of the lots gets only their own: CONFLICT_OF_INTEREST for the others. " +
    "The audit log has each download of somebody else's.",
  params: idParams,
  answer: z.string(),
  examples: { answer: "%PDF-1.7 …" },
});

export const sendInvoices = call({
  route: "POST /api/admin/sales/:id/send-invoices",
  access: "settlements:book",
  summary: "Send each buyer of a sale who has something to pay one mail with their invoices",
  description:
    "It names the invoices with their lots, what is due and until when, and leads to Purchases. A buyer who got it " +
    `within ${INVOICE_MAIL_HOURS} hour gets none. Invoices with a lot in which the caller has an interest are left out.`,
  params: idParams,
  body: noBody,
  answer: sentInvoicesAnswer,
  // It moves no money.
  proof: "none",
  cost: command(8),
  examples: { answer: { sent: 12, alreadySent: 0 } },
});

export const payInvoice = call({
  route: "POST /api/invoices/:id/payments",
  // Everybody pays their own. Staff who book payments record transfers and cash; the route checks that.
  access: "signed in",
  summary:
    "Pay everything that is due on an invoice at once, from the balance or online; or book money that came for it",
  description:
    "The parts of all lots are booked in one commit, or none is: if one lot can no longer be paid, the answer is " +
    "SETTLEMENT_CLOSED. `seen` is the amount that the payer saw; if another one is due, the answer is VALUE_CHANGED. " +
    "Money that arrives online is never refused: what is no longer due goes to the balance. For lots in dollars, " +
    "`promise` says what the naira count for and until when, as for one settlement. Staff book what came: less than what is due pays " +
    "the lots in the order of their due times, until it is used up; more goes to the buyer's balance. A transfer whose reference was " +
    "booked before is refused as for one settlement. With an Idempotency-Key (or `commandId`), the same request again does " +
    "nothing and is answered alike.",
  params: idParams,
  body: payInvoiceBody,
  answer: payInvoiceAnswer,
  waits: approvalAnswer,
  once: true,
  cost: command(8),
  proof: "transfer or cash",
  examples: {
    body: { method: "transfer", amount: 90_750, reference: "GTB 7781" },
    answer: {
      invoice: {
        ...invoice,
        dueAt: null,
        paid: 110_750,
        remaining: 0,
        remainingNgn: 0,
        lots: invoice.lots.map((lot) => ({ ...lot, status: "paid" as const, paid: 110_750, remaining: 0 })),
      },
    },
  },
});
