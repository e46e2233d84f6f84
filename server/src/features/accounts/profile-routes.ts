// /api/users/profile: a person's own details.
import * as calls from "@jara/shared/calls/profile";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { toUser } from "./account.ts";
import { updateProfile } from "./profile-queries.ts";

export const serveProfile = (
  app: App,
  { database, changed }: Pick<RouteDeps, "database"> & { readonly changed: (userId: string) => void },
): void => {
  serve(app, calls.updateProfile, async ({ account: { id }, body: { address, ...rest } }) => {
    const account = (await updateProfile(database, id, { ...rest, ...address })) ?? refuse("UNAUTHENTICATED");
    changed(id);
    return { user: toUser(account) };
  });
};
