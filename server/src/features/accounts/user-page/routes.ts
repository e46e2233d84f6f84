// /api/admin/users/:id and what is below it: the staff's page about one user. The ledger, the receipts and the record
// of payments have calls of their own.
import { pageQuery } from "@jara/shared/rest/common";
import {
  USER_PAGE_LIMIT_DEFAULT,
  userActionsAnswer,
  userBidsAnswer,
  userNoteAnswer,
  userNoteBody,
  userNotesAnswer,
  userPageAnswer,
  userSessionsAnswer,
} from "@jara/shared/rest/user-page";
import type { FastifyRequest } from "fastify";
import { interestsOf } from "../../../engine/reads/interests.ts";
import { type Page, paginationOf } from "../../../platform/database/pages.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { idParams } from "../../../platform/http/requests.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { type Account, findAccount, toAdminUser } from "../account.ts";
import type { AccountNews } from "../account-news.ts";
import type { Caller } from "../caller.ts";
import { suspensionsOf } from "../suspensions/queries.ts";
import { actionsOn, bidsOf, endSessionsOf, factsOf, notesOf, openSessionsOf, writeNote } from "./queries.ts";

const tags = ["Users"];
const SUSPENSIONS_SHOWN = 20;

type UserPageDeps = Pick<RouteDeps, "database"> & { readonly news: Pick<AccountNews, "changed"> };

export const serveUserPage = (app: App, deps: UserPageDeps, caller: Caller): void => {
  serveFacts(app, deps, caller);
  serveSessions(app, deps, caller);
  serveNotes(app, deps, caller);
};

/** Checks the caller first, so that nobody else learns whether the account exists. */
const accountOf = async (
  { database }: UserPageDeps,
  caller: Caller,
  request: FastifyRequest,
  id: string,
): Promise<{ admin: Account; account: Account }> => {
  const admin = await caller.staff(request);
  const account = (await findAccount(database, id)) ?? refuse("NOT_FOUND", { message: "User not found" });
  return { admin, account };
};
const pageOf = ({ page = 1, limit = USER_PAGE_LIMIT_DEFAULT }: { [K in keyof Page]?: number | undefined }): Page => ({
  page,
  limit,
});

const serveFacts = (app: App, deps: UserPageDeps, caller: Caller): void => {
  const { database } = deps;

  app.get(
    "/api/admin/users/:id",
    {
      schema: {
        tags,
        summary: "One user: account, facts and suspensions",
        description: "Lots in which the caller has an interest are left out of the suspensions.",
        params: idParams,
        response: { 200: userPageAnswer },
      },
    },
    async (request) => {
      const { admin, account } = await accountOf(deps, caller, request, request.params.id);
      const interests = [...(await interestsOf(database, admin.id))];
      const [facts, suspensions] = await Promise.all([
        factsOf(database, account),
        suspensionsOf(database, account.id, interests, SUSPENSIONS_SHOWN),
      ]);
      return { user: toAdminUser(account), facts, suspensions };
    },
  );

  app.get(
    "/api/admin/users/:id/bids",
    {
      schema: {
        tags,
        summary: "A user's bids, also those that are void, newest first",
        description: "Bids on auctions in which the caller has an interest are left out.",
        params: idParams,
        querystring: pageQuery,
        response: { 200: userBidsAnswer },
      },
    },
    async (request) => {
      const { admin, account } = await accountOf(deps, caller, request, request.params.id);
      const page = pageOf(request.query);
      const { rows, total } = await bidsOf(database, account.id, [...(await interestsOf(database, admin.id))], page);
      return { bids: rows, pagination: paginationOf(page.page, page.limit, total) };
    },
  );

  app.get(
    "/api/admin/users/:id/actions",
    {
      schema: {
        tags,
        summary: "What was done to an account, and by whom, newest first",
        description: "Actions on auctions in which the caller has an interest are left out.",
        params: idParams,
        querystring: pageQuery,
        response: { 200: userActionsAnswer },
      },
    },
    async (request) => {
      const { admin, account } = await accountOf(deps, caller, request, request.params.id);
      const page = pageOf(request.query);
      const { rows, total } = await actionsOn(database, account.id, [...(await interestsOf(database, admin.id))], page);
      return { actions: rows, pagination: paginationOf(page.page, page.limit, total) };
    },
  );
};

const serveSessions = (app: App, deps: UserPageDeps, caller: Caller): void => {
  const { database } = deps;

  app.get(
    "/api/admin/users/:id/sessions",
    {
      schema: {
        tags,
        summary: "Where a user is logged in, last used first",
        params: idParams,
        response: { 200: userSessionsAnswer },
      },
    },
    async (request) => {
      const { account } = await accountOf(deps, caller, request, request.params.id);
      return { sessions: await openSessionsOf(database, account.id) };
    },
  );

  app.delete(
    "/api/admin/users/:id/sessions",
    {
      schema: {
        tags,
        summary: "Log a user out everywhere",
        description: "Open connections get `session:ended` and are closed, on every server. The user can log in again.",
        params: idParams,
        response: { 200: userSessionsAnswer },
      },
    },
    async (request) => {
      const { admin, account } = await accountOf(deps, caller, request, request.params.id);
      if (!(await endSessionsOf(database, admin.id, account.id))) return refuse("FORBIDDEN");
      deps.news.changed(account.id);
      return { sessions: await openSessionsOf(database, account.id) };
    },
  );
};

const serveNotes = (app: App, deps: UserPageDeps, caller: Caller): void => {
  const { database } = deps;

  app.get(
    "/api/admin/users/:id/notes",
    {
      schema: {
        tags,
        summary: "The staff's notes about a user, newest first",
        params: idParams,
        querystring: pageQuery,
        response: { 200: userNotesAnswer },
      },
    },
    async (request) => {
      const { account } = await accountOf(deps, caller, request, request.params.id);
      const page = pageOf(request.query);
      const { rows, total } = await notesOf(database, account.id, page);
      return { notes: rows, pagination: paginationOf(page.page, page.limit, total) };
    },
  );

  app.post(
    "/api/admin/users/:id/notes",
    {
      schema: {
        tags,
        summary: "Write a note about a user",
        description: "The user does not see it. Nobody can change or remove it.",
        params: idParams,
        body: userNoteBody,
        response: { 201: userNoteAnswer },
      },
    },
    async (request, reply) => {
      const { admin, account } = await accountOf(deps, caller, request, request.params.id);
      const note = await writeNote(database, admin.id, account.id, request.body.text);
      return reply.code(201).send({ note: note ?? refuse("FORBIDDEN") });
    },
  );
};
