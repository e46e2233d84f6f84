// Redeems the link from the verification e-mail. The link works once, so the request is cached by its link and sent
// once, however often the screen mounts (React's StrictMode mounts twice).

import type { User } from "@jara/shared/users";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

interface VerifyAnswer {
  message: string;
  user: User;
}

export const useVerifyEmail = (token: string | null, email: string | null) =>
  useQuery({
    queryKey: ["verify-email", token, email],
    queryFn: () => api.post<VerifyAnswer>("/auth/verify-email", { token, email }),
    enabled: Boolean(token && email),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
