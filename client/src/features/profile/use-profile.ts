// The signed-in user's own account: fetches it, changes it, and passes each answer to the session, which shows the
// balance.
import type { UpdateProfileBody } from "@jara/shared/rest/accounts";
import type { User } from "@jara/shared/users";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnLive } from "../../connection/use-connection-state.ts";
import { api } from "../../lib/api.ts";
import { refetchFromNow } from "../../queries/refetch-from-now.ts";
import { useSession } from "../../store/session.ts";

const KEY = ["profile"];

export const useProfile = () => {
  const profile = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { user } = await api.get<{ user: User }>("/users/profile", undefined, signal);
      useSession.getState().updateUser(user);
      return user;
    },
    refetchOnMount: "always",
  });
  // Fetches what changed while there was no connection.
  useOnLive(() => void refetchFromNow(profile));
  return profile;
};

export const useUpdateProfile = (onSaved?: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateProfileBody) => api.put<{ user: User }>("/users/profile", body),
    onSuccess: ({ user }) => {
      useSession.getState().updateUser(user);
      client.setQueryData(KEY, user);
      onSaved?.();
    },
  });
};
