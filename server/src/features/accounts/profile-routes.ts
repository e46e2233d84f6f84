// /api/users/profile: a person's own details.
import { updateProfileBody, userAnswer } from "@jara/shared/rest/accounts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import type { RouteDeps } from "../route-deps.ts";
import { toUser } from "./account.ts";
import type { AccountNews } from "./account-news.ts";
import type { Caller } from "./caller.ts";
import { updateProfile } from "./profile-queries.ts";

export const serveProfile = (
  app: App,
  { database }: Pick<RouteDeps, "database">,
  caller: Caller,
  news: Pick<AccountNews, "changed">,
): void => {
  app.put(
    "/api/users/profile",
    {
      schema: {
        tags: ["Accounts"],
        summary: "Change your details; what is left out stays, null or empty text removes",
        body: updateProfileBody,
        response: { 200: userAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { address, ...rest } = request.body;
      const account = (await updateProfile(database, id, { ...rest, ...address })) ?? refuse("UNAUTHENTICATED");
      news.changed(id);
      return { user: toUser(account) };
    },
  );
};
