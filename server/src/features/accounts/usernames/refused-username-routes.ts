// /api/users/admin/refused-usernames: older accounts whose usernames break the rule for new ones.
import { pageQuery } from "@jara/shared/rest/common";
import { refusedUsernamesAnswer, USERS_LIMIT_DEFAULT } from "@jara/shared/rest/users";
import { paginationOf } from "../../../platform/database/pages.ts";
import type { App } from "../../../platform/http/app.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { Caller } from "../caller.ts";
import { listRefusedUsernames } from "./check-usernames.ts";

export const serveRefusedUsernames = (app: App, { database }: Pick<RouteDeps, "database">, caller: Caller): void => {
  app.get(
    "/api/users/admin/refused-usernames",
    {
      schema: {
        tags: ["Users"],
        summary: "Accounts whose usernames the rule for new ones would refuse, newest first",
        description: "They keep their names. `resembles`: the username of the older account that this one looks like.",
        querystring: pageQuery,
        response: { 200: refusedUsernamesAnswer },
      },
    },
    async (request) => {
      await caller.staff(request);
      const { page = 1, limit = USERS_LIMIT_DEFAULT } = request.query;
      const { users, total } = await listRefusedUsernames(database, { page, limit });
      return {
        users: users.map(({ id, username, email, reason, resembles, createdAt }) => ({
          ...{ _id: id, username, email, reason, resembles },
          createdAt: new Date(createdAt).toISOString(),
        })),
        pagination: paginationOf(page, limit, total),
      };
    },
  );
};
