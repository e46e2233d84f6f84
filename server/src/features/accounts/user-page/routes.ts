// /api/admin/users/:id and what is below it: the staff's page about one user. The ledger, the receipts and the record
// of payments have calls of their own.
import * as calls from "@jara/shared/calls/user-page";
import { USER_PAGE_LIMIT_DEFAULT } from "@jara/shared/rest/user-page";
import type { FastifyRequest } from "fastify";
import { interestsOf } from "../../../engine/reads/interests.ts";
import { type Page, paginationOf } from "../../../platform/database/pages.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { type Account, findAccount, toAdminUser } from "../account.ts";
import type { AccountNotifier } from "../account-notifier.ts";
import type { Caller } from "../caller.ts";
import { suspensionsOf } from "../suspensions/queries.ts";
import { actionsOn, bidsOf, endSessionsOf, factsOf, notesOf, openSessionsOf, writeNote } from "./queries.ts";

const SUSPENSIONS_SHOWN = 20;

type UserPageDeps = Pick<RouteDeps, "database"> & { readonly accountNotifier: Pick<AccountNotifier, "changed"> };

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

  serve(app, calls.getUser, async ({ params, request }) => {
    const { admin, account } = await accountOf(deps, caller, request, params.id);
    const interests = [...(await interestsOf(database, admin.id))];
    const [facts, suspensions] = await Promise.all([
      factsOf(database, account),
      suspensionsOf(database, account.id, interests, SUSPENSIONS_SHOWN),
    ]);
    return { user: toAdminUser(account), facts, suspensions };
  });

  serve(app, calls.listBidsOfUser, async ({ params, query, request }) => {
    const { admin, account } = await accountOf(deps, caller, request, params.id);
    const page = pageOf(query);
    const { rows, total } = await bidsOf(database, account.id, [...(await interestsOf(database, admin.id))], page);
    return { bids: rows, pagination: paginationOf(page.page, page.limit, total) };
  });

  serve(app, calls.listActionsOnUser, async ({ params, query, request }) => {
    const { admin, account } = await accountOf(deps, caller, request, params.id);
    const page = pageOf(query);
    const { rows, total } = await actionsOn(database, account.id, [...(await interestsOf(database, admin.id))], page);
    return { actions: rows, pagination: paginationOf(page.page, page.limit, total) };
  });
};

const serveSessions = (app: App, deps: UserPageDeps, caller: Caller): void => {
  const { database } = deps;

  serve(app, calls.listSessionsOfUser, async ({ params, request }) => {
    const { account } = await accountOf(deps, caller, request, params.id);
    return { sessions: await openSessionsOf(database, account.id) };
  });

  serve(app, calls.endSessionsOfUser, async ({ params, request }) => {
    const { admin, account } = await accountOf(deps, caller, request, params.id);
    if (!(await endSessionsOf(database, admin.id, account.id))) return refuse("FORBIDDEN");
    deps.accountNotifier.changed(account.id);
    return { sessions: await openSessionsOf(database, account.id) };
  });
};

const serveNotes = (app: App, deps: UserPageDeps, caller: Caller): void => {
  const { database } = deps;

  serve(app, calls.listNotesOnUser, async ({ params, query, request }) => {
    const { account } = await accountOf(deps, caller, request, params.id);
    const page = pageOf(query);
    const { rows, total } = await notesOf(database, account.id, page);
    return { notes: rows, pagination: paginationOf(page.page, page.limit, total) };
  });

  serve(app, calls.writeNoteOnUser, async ({ params, body, request }) => {
    const { admin, account } = await accountOf(deps, caller, request, params.id);
    const note = await writeNote(database, admin.id, account.id, body.text);
    return { note: note ?? refuse("FORBIDDEN") };
  });
};
