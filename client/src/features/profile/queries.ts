// The requests of the profile: the user's own account, and a change of it.
import * as calls from "@jara/shared/calls/profile";
import type { UpdateProfileBody } from "@jara/shared/rest/accounts";
import type { User } from "@jara/shared/users";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";

/** Passes each answer to the session, which shows the balance. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }): Promise<User> => {
    const { user } = await ask(calls.getProfile, { signal });
    useSession.getState().updateUser(user);
    return user;
  },
  refetchOnMount: "always",
});

export const updateProfile = async (body: UpdateProfileBody): Promise<User> =>
  (await ask(calls.updateProfile, { body })).user;
