// /api/users/admin/refused-usernames: older accounts whose usernames break the rule for new ones.
import * as calls from "@jara/shared/calls/user-page";
import { USERS_LIMIT_DEFAULT } from "@jara/shared/rest/users";
import { paginationOf } from "../../../platform/database/pages.ts";
import type { App } from "../../../platform/http/app.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { listRefusedUsernames } from "./check-usernames.ts";

export const serveRefusedUsernames = (app: App, { database }: Pick<RouteDeps, "database">): void => {
  serve(app, calls.listRefusedUsernames, async ({ query }) => {
    const { page = 1, limit = USERS_LIMIT_DEFAULT } = query;
    const { users, total } = await listRefusedUsernames(database, { page, limit });
    return {
      users: users.map(({ id, username, email, reason, resembles, createdAt }) => ({
        _id: id,
        username,
        email,
        reason,
        resembles,
        createdAt: new Date(createdAt).toISOString(),
      })),
      pagination: paginationOf(page, limit, total),
    };
  });
};
