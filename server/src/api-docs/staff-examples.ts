// Examples of the routes of the staff: invitations and roles.
import { type Approval, approvalAnswer, approvalsAnswer, refuseApprovalBody } from "@jara/shared/rest/approvals";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  acceptInvitationAnswer,
  acceptInvitationBody,
  type Invitation,
  invitationAnswer,
  invitationsAnswer,
  inviteBody,
  staffAnswer,
} from "@jara/shared/rest/invitations";
import type * as z from "zod/mini";

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
