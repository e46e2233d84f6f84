// /api/auth/logout and /api/auth/sessions: a person's own sessions.
import * as calls from "@jara/shared/calls/sessions";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { AccountNotifier } from "../account-notifier.ts";
import type { Caller } from "../caller.ts";
import { endOneSession, endOtherSessions, sessionsOf } from "./queries.ts";

export const serveSessions = (
  app: App,
  { database }: Pick<RouteDeps, "database">,
  caller: Caller,
  accountNotifier: Pick<AccountNotifier, "changed">,
): void => {
  serve(app, calls.logOut, async ({ request, reply }) => {
    const { id, account } = await caller.session(request);
    await endOneSession(database, account.id, id, "log-out");
    accountNotifier.changed(account.id);
    return reply.code(204).send(null);
  });

  serve(app, calls.listSessions, async ({ request }) => {
    const { id, account } = await caller.session(request);
    return { sessions: await sessionsOf(database, account.id, id) };
  });

  serve(app, calls.endSession, async ({ params, request }) => {
    const { id, account } = await caller.session(request);
    const isEnded = await endOneSession(database, account.id, params.id, "revoked");
    if (!isEnded) return refuse("NOT_FOUND", { message: "Session not found" });
    accountNotifier.changed(account.id);
    return { sessions: await sessionsOf(database, account.id, id) };
  });

  serve(app, calls.endOtherSessions, async ({ request }) => {
    const { id, account } = await caller.session(request);
    await endOtherSessions(database, account.id, id);
    accountNotifier.changed(account.id);
    return { sessions: await sessionsOf(database, account.id, id) };
  });
};
