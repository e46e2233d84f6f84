// /api/auth/logout and /api/auth/sessions: a person's own sessions.
import { sessionsAnswer } from "@jara/shared/rest/sessions";
import * as z from "zod/mini";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { idParams } from "../../../platform/http/requests.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { AccountNews } from "../account-news.ts";
import type { Caller } from "../caller.ts";
import { endOneSession, endOtherSessions, sessionsOf } from "./queries.ts";

const tags = ["Accounts"];

export const serveSessions = (
  app: App,
  { database }: Pick<RouteDeps, "database">,
  caller: Caller,
  news: Pick<AccountNews, "changed">,
): void => {
  app.post(
    "/api/auth/logout",
    {
      schema: {
        tags,
        summary: "Log out; the token is refused everywhere from then on",
        description: "Open connections of this session get `session:ended` and are closed, on every server.",
        // An answer without a body.
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, account } = await caller.session(request);
      await endOneSession(database, account.id, id, "log-out");
      news.changed(account.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/api/auth/sessions",
    { schema: { tags, summary: "Where you are logged in, last used first", response: { 200: sessionsAnswer } } },
    async (request) => {
      const { id, account } = await caller.session(request);
      return { sessions: await sessionsOf(database, account.id, id) };
    },
  );

  app.delete(
    "/api/auth/sessions/:id",
    { schema: { tags, summary: "Log one device out", params: idParams, response: { 200: sessionsAnswer } } },
    async (request) => {
      const { id, account } = await caller.session(request);
      const isEnded = await endOneSession(database, account.id, request.params.id, "revoked");
      if (!isEnded) return refuse("NOT_FOUND", { message: "Session not found" });
      news.changed(account.id);
      return { sessions: await sessionsOf(database, account.id, id) };
    },
  );

  app.delete(
    "/api/auth/sessions",
    { schema: { tags, summary: "Log all other devices out", response: { 200: sessionsAnswer } } },
    async (request) => {
      const { id, account } = await caller.session(request);
      await endOtherSessions(database, account.id, id);
      news.changed(account.id);
      return { sessions: await sessionsOf(database, account.id, id) };
    },
  );
};
