// Receipts of payments.
import * as z from "zod/mini";
import { RECEIPTS_LIMIT_DEFAULT, type Receipts, receiptsAnswer, receiptsQuery } from "../rest/receipts.ts";
import { callsIn, idParams } from "./call.ts";
import { auctionId } from "./samples.ts";

const call = callsIn("Receipts");

const receiptsExample: Receipts = {
  receipts: [
    {
      _id: "2c1d7f0a-93b4-4d52-8a6e-7b1f0c9e5d33",
      number: "R-2026-000123",
      kind: "payment",
      method: "deposit",
      auction: { _id: auctionId, title: "Talking drum from Ibadan" },
      amount: 19_600,
      currency: "NGN",
      amountNgn: 19_600,
      at: "2026-11-23T09:12:45.080Z",
    },
  ],
  pagination: { current: 1, pages: 1, total: 1, limit: 20 },
};

export const listReceipts = call({
  route: "GET /api/users/receipts",
  access: "signed in",
  summary: "Your receipts and credit notes, newest first",
  description:
    "A payment, refund or penalty has its receipt within seconds; it is listed once it has its number. Numbers of " +
    "a series (`R`, credit notes `C`) and year have no gaps.",
  query: receiptsQuery,
  answer: receiptsAnswer,
  pageLength: RECEIPTS_LIMIT_DEFAULT,
  examples: { answer: receiptsExample },
});

export const listReceiptsOfUser = call({
  route: "GET /api/admin/users/:id/receipts",
  access: "users:read",
  summary: "A user's receipts and credit notes, newest first",
  description: "Receipts about auctions in which the caller has an interest are left out.",
  params: idParams,
  query: receiptsQuery,
  answer: receiptsAnswer,
  pageLength: RECEIPTS_LIMIT_DEFAULT,
  examples: { answer: receiptsExample },
});

export const downloadReceipt = call({
  route: "GET /api/users/receipts/:id.pdf",
  access: "signed in",
  summary: "A receipt or credit note as a PDF file: one's own; for staff who may see people, anybody's",
  description:
    "A member of the staff with an interest in the auction gets only their own: CONFLICT_OF_INTEREST for the others. " +
    "The audit log has each download of somebody else's.",
  params: idParams,
  answer: z.string(),
  examples: { answer: "%PDF-1.7 …" },
});
