// /api/admin/approvals: changes of money that wait for a second person.
import { refusal } from "@jara/shared/errors";
import { may } from "@jara/shared/permissions";
import {
  APPROVALS_LIMIT_DEFAULT,
  type Approval,
  approvalAnswer,
  approvalsAnswer,
  approvalsQuery,
  refuseApprovalBody,
} from "@jara/shared/rest/approvals";
import type { FastifyRequest } from "fastify";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { idParams, noBody } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { permissionOfKind } from "../second-person.ts";
import { type Approvals, decidedAlready } from "./approvals.ts";
import { findApproval, listApprovals, type Reader, toApproval } from "./queries.ts";

const tags = ["Approvals"];

export interface ApprovalRouteDeps extends Pick<RouteDeps, "database"> {
  readonly approvals: Approvals;
}

export const serveApprovals = (app: App, { database, approvals }: ApprovalRouteDeps, caller: Caller): void => {
  app.get(
    "/api/admin/approvals",
    {
      schema: {
        tags,
        summary: "Changes of money that wait for a second person (staff who book payments), then the newest decided",
        description:
          "`open` counts those that the caller may decide. Each caller sees the kinds that they may decide. What others " +
          "ask for about auctions in which the caller has an interest is left out.",
        querystring: approvalsQuery,
        response: { 200: approvalsAnswer },
      },
    },
    async (request) => {
      const reader = await caller.staff(request);
      const { page = 1, limit = APPROVALS_LIMIT_DEFAULT, status } = request.query;
      const { rows, total, open } = await listApprovals(database, reader, status === "open", { page, limit });
      return {
        approvals: rows.map((row) => toApproval(row, reader)),
        ...{ open, pagination: paginationOf(page, limit, total) },
      };
    },
  );

  serveDecisions(app, { database, approvals }, caller);
};

const serveDecisions = (app: App, { database, approvals }: ApprovalRouteDeps, caller: Caller): void => {
  const find = async (reader: Reader, id: string): Promise<Approval> => {
    const row = await findApproval(database, id.toLowerCase());
    return row ? toApproval(row, reader) : refuse("NOT_FOUND", { message: "Approval not found" });
  };

  /**
   * Refuses a person who may not decide: the one who asked, the one whose money it is, and one with an interest in the
   * lot.
   */
  const forDecision = async (request: FastifyRequest, id: string): Promise<{ reader: Reader; approval: Approval }> => {
    const reader = await caller.staff(request);
    const approval = await find(reader, id);
    const { kind, lot, user, askedBy } = approval;
    if (!may(reader.role, permissionOfKind[kind])) return refuse("FORBIDDEN");
    if (askedBy._id === reader.id) {
      throw new Refused(refusal("FORBIDDEN", { message: "You asked for this. Somebody else must decide about it." }));
    }
    if (user._id === reader.id) {
      throw new Refused(refusal("CONFLICT_OF_INTEREST", { message: "This is your money. Somebody else must decide." }));
    }
    if (lot) await refuseInterested({ database }, reader.id, lot.auctionId);
    return { reader, approval };
  };

  app.post(
    "/api/admin/approvals/:id/approve",
    {
      schema: {
        tags,
        summary: "Approve a change of money that somebody else asked for, and carry it out",
        description:
          "It is carried out once, exactly as it was asked for. If it cannot be any more, the answer says why, and the " +
          "approval is `failed`. The same request again does nothing and is answered alike. Whoever asked for it is " +
          "refused, and so is a person who has had the account or the role for less than 24 hours (403). If the person " +
          "who asked no longer has the permission, nobody can approve it (409).",
        params: idParams,
        body: noBody,
        response: { 200: approvalAnswer },
      },
    },
    async (request) => {
      const { reader, approval } = await forDecision(request, request.params.id);
      await approvals.approve(reader, approval);
      return { approval: await find(reader, approval._id) };
    },
  );

  app.post(
    "/api/admin/approvals/:id/refuse",
    {
      schema: {
        tags,
        summary: "Refuse a change of money that somebody else asked for",
        params: idParams,
        body: refuseApprovalBody,
        response: { 200: approvalAnswer },
      },
    },
    async (request) => {
      const { reader, approval } = await forDecision(request, request.params.id);
      await approvals.refuse(reader, approval, request.body.reason);
      return { approval: await find(reader, approval._id) };
    },
  );

  app.delete(
    "/api/admin/approvals/:id",
    {
      schema: {
        tags,
        summary: "Take back a change of money that one has asked for and nobody has decided yet",
        params: idParams,
        response: { 200: approvalAnswer },
      },
    },
    async (request) => {
      const reader = await caller.staff(request);
      const approval = await find(reader, request.params.id);
      if (approval.askedBy._id !== reader.id) return refuse("FORBIDDEN");
      if (!(await approvals.takeBack(reader.id, approval._id)) && approval.status !== "taken-back") {
        const row = await findApproval(database, approval._id);
        if (row && row.status !== "taken-back") throw decidedAlready(row);
      }
      return { approval: await find(reader, approval._id) };
    },
  );
};
