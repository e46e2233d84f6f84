// /api/admin/staff and /api/admin/invitations: who is of the staff, and invitations. /api/auth/accept-invitation accepts one.
import * as calls from "@jara/shared/calls/staff";
import { mayInviteAs } from "@jara/shared/permissions";
import type { App } from "../../../platform/http/app.ts";
import { orRefuse, refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { Caller } from "../caller.ts";
import { allStaff, findInvitation, waitingInvitations, withdrawInvitation } from "./invitation-queries.ts";
import { createInvitations, type InvitationDeps, type Invitations } from "./invitations.ts";

const invitationNotFound = () => refuse("NOT_FOUND", { message: "Invitation not found" });

export const serveStaff = (
  app: App,
  deps: Pick<RouteDeps, "database" | "config"> & Omit<InvitationDeps, "hasRateLimits">,
  caller: Caller,
): void => {
  const { database } = deps;
  const invitations = createInvitations({ ...deps, hasRateLimits: deps.config.hasRateLimits });

  serve(app, calls.listStaff, async () => ({ staff: await allStaff(database) }));

  serve(app, calls.listInvitations, async () => ({ invitations: await waitingInvitations(database) }));

  serve(app, calls.invite, async ({ account: { id: actorId, role }, body }) => {
    if (!mayInviteAs(role, body.role)) {
      return refuse("FORBIDDEN", { message: "You may not invite somebody with this role." });
    }
    const id = orRefuse(await invitations.invite(actorId, body));
    const invitation = (await findInvitation(database, id)) ?? invitationNotFound();
    return { invitation };
  });

  serve(app, calls.withdrawInvitation, async ({ account: { id: actorId }, params }) => {
    const outcome = await withdrawInvitation(database, actorId, params.id);
    if (outcome === "not-found") return invitationNotFound();
    if (outcome === "not-allowed") return refuse("FORBIDDEN");
    return { message: "The invitation is taken back. Its link does not work any more." };
  });

  serveAccept(app, invitations, caller);
};

const serveAccept = (app: App, invitations: Invitations, caller: Caller): void => {
  serve(app, calls.acceptInvitation, async ({ body: { token, username, password }, request }) => {
    const account = await caller.account(request);
    if (account) {
      const role = orRefuse(await invitations.acceptAs(account, token));
      return { message: "You are now a member of the staff.", role };
    }
    if (username === undefined || password === undefined) {
      const message = "Choose a username and a password, or log in with the invited address first.";
      const path = username === undefined ? "username" : "password";
      return refuse("INVALID", { message, issues: [{ path, message }] });
    }
    orRefuse(await invitations.acceptAsNew({ token, username, password }));
    return { message: "Done. Please log in with the invited email address.", role: null };
  });
};
