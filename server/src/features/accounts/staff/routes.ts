// /api/admin/staff and /api/admin/invitations: who is of the staff, and invitations. /api/auth/accept-invitation accepts one.
import { refusal } from "@jara/shared/errors";
import { mayInviteAs } from "@jara/shared/permissions";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  acceptInvitationAnswer,
  acceptInvitationBody,
  INVITATION_DAYS,
  invitationAnswer,
  invitationsAnswer,
  inviteBody,
  staffAnswer,
} from "@jara/shared/rest/invitations";
import type { App } from "../../../platform/http/app.ts";
import { Refused, refuse } from "../../../platform/http/refused.ts";
import { idParams } from "../../../platform/http/requests.ts";
import type { Result } from "../../../platform/lib/result.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { Caller } from "../caller.ts";
import { allStaff, findInvitation, waitingInvitations, withdrawInvitation } from "./invitation-queries.ts";
import { createInvitations, type InvitationDeps, type Invitations } from "./invitations.ts";

const tags = ["Staff"];
const config = { rateLimit: { max: 50, timeWindow: "15 minutes" } };
const invitationNotFound = () => refuse("NOT_FOUND", { message: "Invitation not found" });

const orThrow = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Refused(result.error);
  return result.value;
};

export const serveStaff = (
  app: App,
  deps: Pick<RouteDeps, "database" | "config"> & Omit<InvitationDeps, "hasRateLimits">,
  caller: Caller,
): void => {
  const { database } = deps;
  const invitations = createInvitations({ ...deps, hasRateLimits: deps.config.hasRateLimits });

  app.get(
    "/api/admin/staff",
    {
      schema: {
        tags,
        summary: "Everybody with a role of the staff, the highest role first",
        response: { 200: staffAnswer },
      },
    },
    async (request) => {
      await caller.staff(request);
      return { staff: await allStaff(database) };
    },
  );

  app.get(
    "/api/admin/invitations",
    {
      schema: {
        tags,
        summary: "Invitations that nobody has accepted yet, newest first",
        response: { 200: invitationsAnswer },
      },
    },
    async (request) => {
      await caller.staff(request);
      return { invitations: await waitingInvitations(database) };
    },
  );

  app.post(
    "/api/admin/invitations",
    {
      schema: {
        tags,
        summary: "Invite an e-mail address to the staff",
        description:
          `The address gets a link that works once, within ${INVITATION_DAYS} days. A new invitation of an address voids ` +
          "the earlier one; one with a role that the caller may not invite stays, and the call is refused (403). A manager " +
          "may invite cataloguers and cashiers, an administrator everybody. The answer does not tell whether the address " +
          "has an account.",
        body: inviteBody,
        response: { 201: invitationAnswer },
      },
      config,
    },
    async (request, reply) => {
      const { id: actorId, role } = await caller.staff(request);
      if (!mayInviteAs(role, request.body.role)) {
        return refuse("FORBIDDEN", { message: "You may not invite somebody with this role." });
      }
      const id = orThrow(await invitations.invite(actorId, request.body));
      const invitation = (await findInvitation(database, id)) ?? invitationNotFound();
      return reply.code(201).send({ invitation });
    },
  );

  app.delete(
    "/api/admin/invitations/:id",
    {
      schema: {
        tags,
        summary: "Take an invitation back, so that its link does not work any more",
        params: idParams,
        response: { 200: messageAnswer },
      },
    },
    async (request) => {
      const { id: actorId } = await caller.staff(request);
      const outcome = await withdrawInvitation(database, actorId, request.params.id);
      if (outcome === "not-found") return invitationNotFound();
      if (outcome === "not-allowed") return refuse("FORBIDDEN");
      return { message: "The invitation is taken back. Its link does not work any more." };
    },
  );

  serveAccept(app, invitations, caller);
};

const serveAccept = (app: App, invitations: Invitations, caller: Caller): void => {
  app.post(
    "/api/auth/accept-invitation",
    {
      schema: {
        tags: ["Accounts"],
        summary: "Accept an invitation to the staff with the link of the e-mail",
        description:
          "Somebody who is signed in sends the token alone, and must be signed in with the invited address: a link that was " +
          "forwarded is refused with VERIFICATION_FAILED, like one that is wrong, used, taken back or too old. Somebody " +
          "without an account also gives the name and the password of the new one. If the address has an account, the " +
          "answer is the same, nothing changes, and its owner gets an e-mail.",
        body: acceptInvitationBody,
        response: { 200: acceptInvitationAnswer },
      },
      config,
    },
    async (request) => {
      const account = await caller.account(request);
      const { token, username, password } = request.body;
      if (account) {
        const role = orThrow(await invitations.acceptAs(account, token));
        return { message: "You are now a member of the staff.", role };
      }
      if (username === undefined || password === undefined) {
        const message = "Choose a username and a password, or log in with the invited address first.";
        const path = username === undefined ? "username" : "password";
        throw new Refused(refusal("INVALID", { message, issues: [{ path, message }] }));
      }
      orThrow(await invitations.acceptAsNew({ token, username, password }));
      return { message: "Done. Please log in with the invited email address.", role: null };
    },
  );
};
