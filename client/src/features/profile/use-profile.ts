// The signed-in user's own account: fetches it, changes it, and passes each answer to the session, which shows the
// balance.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnLive } from "../../connection/use-connection-state.ts";
import { refetchFromNow } from "../../queries/refetch-from-now.ts";
import { useSession } from "../../store/session.ts";
import { profileQuery, updateProfile } from "./queries.ts";

export const useProfile = () => {
  const profile = useQuery(profileQuery);
  // Fetches what changed while there was no connection.
  useOnLive(() => void refetchFromNow(profile));
  return profile;
};

export const useUpdateProfile = (onSaved?: () => void) => {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "profile" },
    mutationFn: updateProfile,
    onSuccess: async (user) => {
      // A read that began before the change must not overwrite its answer.
      await client.cancelQueries({ queryKey: profileQuery.queryKey });
      useSession.getState().updateUser(user);
      client.setQueryData(profileQuery.queryKey, user);
      onSaved?.();
    },
  });
};
