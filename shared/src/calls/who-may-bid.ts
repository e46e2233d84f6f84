// Who may bid: what a lot asks of the caller, documents, approvals, and the staff's decisions.
import * as z from "zod/mini";
import {
  BIDDERS_LIMIT_DEFAULT,
  type BidderEntry,
  bidderOfUserAnswer,
  biddersAnswer,
  biddersQuery,
  decideApprovalBody,
  decideDocumentBody,
  documentAnswer,
  type MayBid,
  mayBidAnswer,
  sentDocumentAnswer,
} from "../rest/who-may-bid.ts";
import { callsIn, idParams } from "./call.ts";
import { other } from "./costs.ts";

const call = callsIn("Who may bid");

const mayBid: MayBid = {
  asks: { phone: true, document: false, approval: true },
  missing: ["approval"],
  limit: null,
  saleId: null,
  document: null,
  approval: { status: "waiting", reason: null },
};

const entry: BidderEntry = {
  user: {
    _id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    username: "adaeze",
    email: "adaeze@example.ng",
    phone: "+2348031234567",
  },
  sale: null,
  status: "approved",
  limit: 500_000,
  file: null,
  askedAt: "2026-11-29T10:05:00.000Z",
  decidedAt: "2026-11-29T10:35:00.000Z",
  decidedBy: "funke",
  reason: null,
  revision: 2,
  shares: [
    {
      what: "phone",
      detail: "+234803…4567",
      user: { _id: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", username: "bisi", isBanned: true },
    },
  ],
};

export const getMayBid = call({
  route: "GET /api/auctions/:id/may-bid",
  access: "signed in",
  summary: "What this lot asks of you before you bid",
  description: "The same is decided when a bid arrives: `BIDDER_NOT_APPROVED` names what is missing.",
  params: idParams,
  answer: mayBidAnswer,
  examples: { answer: mayBid },
});

export const askForApproval = call({
  route: "POST /api/auctions/:id/ask-approval",
  access: "signed in",
  summary: "Ask to be approved as a bidder, where the lot's sale or the site asks for it",
  description: "Doing it twice is fine.",
  params: idParams,
  answer: mayBidAnswer,
  limit: 60,
  examples: { answer: mayBid },
});

export const getMayBidInSale = call({
  route: "GET /api/sales/:id/may-bid",
  access: "anyone",
  readsToken: true,
  summary: "What a published sale asks of you before you bid on its lots",
  description: "Without a token everything that is asked is `missing`.",
  params: idParams,
  answer: mayBidAnswer,
  examples: { answer: mayBid },
});

export const askForApprovalInSale = call({
  route: "POST /api/sales/:id/ask-approval",
  access: "signed in",
  summary: "Ask to be approved as a bidder before the sale, where it or the site asks for it",
  description: "Doing it twice is fine.",
  params: idParams,
  answer: mayBidAnswer,
  limit: 60,
  examples: { answer: mayBid },
});

export const sendBidderDocument = call({
  route: "POST /api/users/bidder-document",
  access: "signed in",
  summary: "Send a document that staff approve: a picture or a PDF file",
  description:
    "A picture is encoded anew, without its metadata. It replaces one that waits or was declined. Only you and staff who " +
    "approve bidders can read it.",
  isForm: true,
  body: z.object({ file: z.file() }),
  answer: sentDocumentAnswer,
  status: 201,
  limit: 20,
  cost: other(20),
  examples: { answer: { status: "waiting", uploadedAt: entry.askedAt } },
});

export const getOwnDocument = call({
  route: "GET /api/users/bidder-document",
  access: "signed in",
  summary: "The document that you sent",
  answer: documentAnswer,
  limit: 60,
  cost: other(10),
  examples: { answer: { kind: "pdf", file: "JVBERi0xLjcK" } },
});

export const listBidderRequests = call({
  route: "GET /api/admin/bidders",
  access: "bidders:approve",
  summary: "Approvals that bidders asked for, and documents that they sent (staff)",
  description: "`state`: `waiting` (the default, the oldest first), `approved` or `declined` (the newest first).",
  query: biddersQuery,
  answer: biddersAnswer,
  pageLength: BIDDERS_LIMIT_DEFAULT,
  examples: {
    answer: {
      bidders: [entry],
      counts: { approvals: 0, documents: 1 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const getBidder = call({
  route: "GET /api/admin/bidders/:id",
  access: "bidders:approve",
  summary: "What the house knows of a person as a bidder (staff)",
  description: "`shares`: other accounts with the same phone, bank account or device. It is a hint, not a proof.",
  params: idParams,
  answer: bidderOfUserAnswer,
  examples: { answer: { phone: null, document: null, approvals: [entry], shares: entry.shares } },
});

export const getBidderDocument = call({
  route: "GET /api/admin/bidders/:id/document",
  access: "bidders:approve",
  summary: "A person's document (staff)",
  params: idParams,
  answer: documentAnswer,
  cost: other(10),
  examples: { answer: { kind: "pdf", file: "JVBERi0xLjcK" } },
});

const changed = "Another revision than the caller saw is refused with `VALUE_CHANGED`.";

export const decideDocument = call({
  route: "POST /api/admin/bidders/:id/document",
  access: "bidders:approve",
  summary: "Approve or decline a person's document (staff)",
  description: `The person is told the reason. ${changed}`,
  params: idParams,
  body: decideDocumentBody,
  answer: bidderOfUserAnswer,
  examples: {
    body: { status: "declined", reason: "The picture is too dark to read.", revision: 1 },
    answer: { phone: null, document: null, approvals: [], shares: [] },
  },
});

export const decideApproval = call({
  route: "POST /api/admin/bidders/:id/approval",
  access: "bidders:approve",
  summary: "Approve a bidder, with or without a limit, or decline (staff)",
  description: `Also of a person who did not ask, and to change an earlier decision. \`limit\`: NGN, for each bid. ${changed}`,
  params: idParams,
  body: decideApprovalBody,
  answer: bidderOfUserAnswer,
  examples: {
    body: { status: "approved", limit: 500_000, saleId: null, revision: 1 },
    answer: { phone: null, document: null, approvals: [entry], shares: [] },
  },
});
