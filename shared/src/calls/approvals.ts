// Changes of money that wait for a second person.
import {
  APPROVALS_LIMIT_DEFAULT,
  approvalAnswer,
  approvalsAnswer,
  approvalsQuery,
  refuseApprovalBody,
} from "../rest/approvals.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { approval, seller } from "./samples.ts";

const call = callsIn("Approvals");

const decided = { decidedBy: seller, decidedAt: "2026-11-21T10:02:00.000Z", mayDecide: false } as const;

export const listApprovals = call({
  route: "GET /api/admin/approvals",
  // The route checks the permission that the kind of each change needs.
  access: "settlements:book",
  summary: "Changes of money that wait for a second person (staff who book payments), then the newest decided",
  description:
    "`open` counts those that the caller may decide. Each caller sees the kinds that they may decide. What others " +
    "ask for about auctions in which the caller has an interest is left out.",
  query: approvalsQuery,
  answer: approvalsAnswer,
  pageLength: APPROVALS_LIMIT_DEFAULT,
  examples: {
    answer: { approvals: [approval], open: 1, pagination: { current: 1, pages: 1, total: 1, limit: 20 } },
  },
});

export const approveChange = call({
  route: "POST /api/admin/approvals/:id/approve",
  access: "settlements:book",
  summary: "Approve a change of money that somebody else asked for, and carry it out",
  description:
    "It is carried out once, exactly as it was asked for. If it cannot be any more, the answer says why, and the " +
    "approval is `failed`. The same request again does nothing and is answered alike. Whoever asked for it is " +
    "refused, and so is a person who has had the account or the role for less than 24 hours (403). If the person " +
    "who asked no longer has the permission, nobody can approve it (409).",
  params: idParams,
  body: noBody,
  answer: approvalAnswer,
  examples: { answer: { approval: { ...approval, ...decided, status: "done" } } },
});

export const refuseChange = call({
  route: "POST /api/admin/approvals/:id/refuse",
  access: "settlements:book",
  summary: "Refuse a change of money that somebody else asked for",
  params: idParams,
  body: refuseApprovalBody,
  answer: approvalAnswer,
  // They stop or refuse what waits, and leave everything as it is.
  proof: "none",
  examples: {
    body: { reason: "No deposit came" },
    answer: {
      approval: { ...approval, ...decided, status: "refused", message: "No deposit came" },
    },
  },
});

export const takeChangeBack = call({
  route: "DELETE /api/admin/approvals/:id",
  access: "settlements:book",
  summary: "Take back a change of money that one has asked for and nobody has decided yet",
  params: idParams,
  answer: approvalAnswer,
  proof: "none",
  examples: { answer: { approval: { ...approval, status: "taken-back", mayDecide: false } } },
});
