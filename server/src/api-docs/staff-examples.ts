// Examples of the routes for running the house: staff and invitations, approvals, the desk and reports.
import { type Approval, approvalAnswer, approvalsAnswer, refuseApprovalBody } from "@jara/shared/rest/approvals";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  type Desk,
  deskAlertsAnswer,
  deskAlertsBody,
  deskAnswer,
  retryRowAnswer,
  retryRowBody,
} from "@jara/shared/rest/desk";
import {
  acceptInvitationAnswer,
  acceptInvitationBody,
  type Invitation,
  invitationAnswer,
  invitationsAnswer,
  inviteBody,
  staffAnswer,
} from "@jara/shared/rest/invitations";
import { type ReportFigures, reportAnswer } from "@jara/shared/rest/reports";
import * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const seller = { _id: "f3a0c9d4-51f2-4a2b-8b61-77d1c8e5a902", username: "jara" };
const email = "kemi@example.ng";
const invitation: Invitation = {
  ...{ _id: "4c9b8f6e-1d2a-4b3c-9e8f-7a6b5c4d3e2f", email, role: "cashier", invitedBy: seller, isExpired: false },
  ...{ createdAt: "2026-11-21T09:41:12.310Z", expiresAt: "2026-11-28T09:41:12.310Z" },
};

const approval: Approval = {
  ...{ _id: "9e3c1b7a-5d4f-4e2a-8c6b-1a2b3c4d5e6f", kind: "balance", status: "waiting", lot: null },
  user: { _id: "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10", username: "ada" },
  ...{ asked: { action: "add", amount: 800_000, currency: "NGN" }, amountNgn: 800_000, reason: "Deposit at the desk" },
  ...{
    askedBy: { _id: "2c1d7f6e-8a9b-4c3d-b2e1-f0a1b2c3d4e5", username: "kemi" },
    askedAt: "2026-11-21T09:41:12.310Z",
  },
  ...{ decidedBy: null, decidedAt: null, message: null, mayDecide: true, mayTakeBack: false },
};

const drum = { _id: "7f1c2a9e-3b4d-4c5e-8f6a-9b0c1d2e3f40", title: "Talking drum", currency: "NGN" } as const;
const ada = { _id: "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10", username: "ada" };
/** As a cashier sees it. */
const desk: Desk = {
  ...{ at: "2026-11-24T16:00:00.000Z", isPartial: false, needsHand: 2, wantsMail: true },
  ending: {
    total: 1,
    rows: [
      {
        ...{ auction: drum, currentPrice: 45_000, bidCount: 12, reserveMet: true, endTime: "2026-11-24T19:00:00.000Z" },
        sale: { _id: "5d2e8c1f-7a6b-4d3c-9e0f-1a2b3c4d5e6f", title: "November sale", lotNumber: 12 },
      },
    ],
  },
  toPay: {
    ...{ total: 1, overdue: 0 },
    rows: [
      {
        ...{ _id: "1f7a3c5e-9b8d-4e2f-a6c4-0d1e2f3a4b5c", auction: { ...drum, title: "Sewing machine" }, buyer: ada },
        ...{ remaining: 24_000, dueAt: "2026-11-25T16:00:00.000Z" },
      },
    ],
  },
  buying: { total: 0, rows: [] },
  stuck: {
    total: 1,
    rows: [
      {
        ...{ kind: "transfer", _id: "3a4b5c6d-7e8f-4a0b-9c1d-2e3f4a5b6c7d", auction: null, person: ada },
        ...{ since: "2026-11-24T09:12:00.000Z", problem: "The payment service did not answer" },
      },
    ],
  },
  waiting: {
    total: 1,
    rows: [
      {
        ...{ kind: "withdrawal", _id: "8c7b6a59-4d3e-4f2a-b1c0-d9e8f7a6b5c4", person: ada },
        ...{ amountNgn: 20_000, since: "2026-11-24T11:40:00.000Z" },
      },
    ],
  },
  mails: { total: 0, rows: [] },
};

const figures: ReportFigures = {
  ...{ lots: 4, sold: 3, sellThrough: 75, bids: 30, bidsPerLot: 7.5, bidders: 9, newBidders: 4, returningBidders: 5 },
  ...{ hammer: { NGN: 250_000, USD: 0, ngn: 250_000 }, fees: { NGN: 5_000, USD: 0, ngn: 5_000 } },
  ...{ received: 180_000, reversed: 0, defaults: 1, penaltiesKept: 4_500, penaltiesReturned: 0 },
};

/** The answer 202 of a call that waits for a second person. */
export const waitingApproval = of(approvalAnswer, { approval });
const decided = { decidedBy: seller, decidedAt: "2026-11-21T10:02:00.000Z", mayDecide: false } as const;

export const staffExamples = {
  "GET /api/admin/approvals": {
    answer: of(approvalsAnswer, {
      ...{ approvals: [approval], open: 1, pagination: { current: 1, pages: 1, total: 1, limit: 20 } },
    }),
  },
  "POST /api/admin/approvals/:id/approve": {
    answer: of(approvalAnswer, { approval: { ...approval, ...decided, status: "done" } }),
  },
  "POST /api/admin/approvals/:id/refuse": {
    body: of(refuseApprovalBody, { reason: "No deposit came" }),
    answer: of(approvalAnswer, {
      approval: { ...approval, ...decided, status: "refused", message: "No deposit came" },
    }),
  },
  "DELETE /api/admin/approvals/:id": {
    answer: of(approvalAnswer, { approval: { ...approval, status: "taken-back", mayDecide: false } }),
  },
  "GET /api/admin/desk": { answer: of(deskAnswer, desk) },
  "GET /api/admin/reports": {
    answer: of(reportAnswer, {
      ...{
        from: "2026-11-23",
        to: "2026-11-29",
        by: "week",
        at: "2026-11-24T16:00:00.000Z",
        isPartial: false,
        left: 0,
      },
      ...{ rows: [{ key: "2026-11-23", title: null, ...figures }], total: figures },
    }),
  },
  "GET /api/admin/reports.csv": {
    answer: of(
      z.string(),
      '\ufeff"week from","lots ended","sold","sell-through (%)",…\r\n"2026-11-23","4","3",75.00,…\r\n"all","4","3",75.00,…\r\n',
    ),
  },
  "PUT /api/admin/desk/alerts": {
    body: of(deskAlertsBody, { wantsMail: false }),
    answer: of(deskAlertsAnswer, { wantsMail: false }),
  },
  "POST /api/admin/desk/retry-row": {
    body: of(retryRowBody, { loop: "public-log", key: drum._id }),
    answer: of(retryRowAnswer, { isTriedAgain: true }),
  },
  "GET /api/admin/staff": {
    answer: of(staffAnswer, { staff: [{ ...seller, email: "jara@example.ng", role: "admin", isBanned: false }] }),
  },
  "GET /api/admin/invitations": { answer: of(invitationsAnswer, { invitations: [invitation] }) },
  "POST /api/admin/invitations": {
    body: of(inviteBody, { email, role: "cashier" }),
    answer: of(invitationAnswer, { invitation }),
  },
  "DELETE /api/admin/invitations/:id": {
    answer: of(messageAnswer, { message: "The invitation is taken back. Its link does not work any more." }),
  },
  "POST /api/auth/accept-invitation": {
    body: of(acceptInvitationBody, {
      ...{ token: "q3V1X8y2mZ4kP7sR9tB6wD5fH1jL0nC3vG8xK2aE4uY", username: "kemi", password: "four unlikely words" },
    }),
    answer: of(acceptInvitationAnswer, {
      message: "Done. Please log in with the invited email address.",
      role: null,
    }),
  },
};
