// /api/admin/approvals: changes of money that wait for a second person.
import * as calls from "@jara/shared/calls/approvals";
import { may } from "@jara/shared/permissions";
import { APPROVALS_LIMIT_DEFAULT, type Approval } from "@jara/shared/rest/approvals";
import type { FastifyRequest } from "fastify";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { permissionOf } from "../second-person.ts";
import { type Approvals, decidedAlready } from "./approvals.ts";
import { findApproval, listApprovals, type Reader, toApproval } from "./queries.ts";

export interface ApprovalRouteDeps extends Pick<RouteDeps, "database"> {
  readonly approvals: Approvals;
}

export const serveApprovals = (app: App, { database, approvals }: ApprovalRouteDeps, caller: Caller): void => {
  serve(app, calls.listApprovals, async ({ account: reader, query }) => {
    const { page = 1, limit = APPROVALS_LIMIT_DEFAULT, status } = query;
    const { rows, total, open } = await listApprovals(database, reader, status === "open", { page, limit });
    return {
      approvals: rows.map((row) => toApproval(row, reader)),
      open,
      pagination: paginationOf(page, limit, total),
    };
  });

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
    const { kind, lot, user, askedBy, refundTo: to } = approval;
    if (!may(reader.role, permissionOf({ kind, request: { to } }))) return refuse("FORBIDDEN");
    if (askedBy._id === reader.id) {
      return refuse("FORBIDDEN", { message: "You asked for this. Somebody else must decide about it." });
    }
    if (user._id === reader.id) {
      return refuse("CONFLICT_OF_INTEREST", { message: "This is your money. Somebody else must decide." });
    }
    if (lot) await refuseInterested({ database }, reader.id, lot.auctionId);
    return { reader, approval };
  };

  serve(app, calls.approveChange, async ({ params, request }) => {
    const { reader, approval } = await forDecision(request, params.id);
    await approvals.approve(reader, approval);
    return { approval: await find(reader, approval._id) };
  });

  serve(app, calls.refuseChange, async ({ params, body, request }) => {
    const { reader, approval } = await forDecision(request, params.id);
    await approvals.refuse(reader, approval, body.reason);
    return { approval: await find(reader, approval._id) };
  });

  serve(app, calls.takeChangeBack, async ({ account: reader, params }) => {
    const approval = await find(reader, params.id);
    if (approval.askedBy._id !== reader.id) return refuse("FORBIDDEN");
    if (!(await approvals.takeBack(reader.id, approval._id)) && approval.status !== "taken-back") {
      const row = await findApproval(database, approval._id);
      if (row && row.status !== "taken-back") throw decidedAlready(row);
    }
    return { approval: await find(reader, approval._id) };
  });
};
