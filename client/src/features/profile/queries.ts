// The requests of the profile: the user's own account, and a change of it.
import type { UpdateProfileBody } from "@jara/shared/rest/accounts";
import type { User } from "@jara/shared/users";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";

/** Passes each answer to the session, which shows the balance. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => {
    const { user } = await api.get<{ user: User }>("/users/profile", undefined, signal);
    useSession.getState().updateUser(user);
    return user;
  },
  refetchOnMount: "always",
});

export const updateProfile = async (body: UpdateProfileBody): Promise<User> =>
  (await api.put<{ user: User }>("/users/profile", body)).user;
