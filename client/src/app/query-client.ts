// One cache for what REST answered. It belongs to the person signed in: when that changes, everything is asked anew.
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../lib/api.ts";
import { useSession } from "../store/session.ts";

const MAX_RETRIES = 2;

/** A refusal stays a refusal; only silence and a server in trouble are tried again. */
const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** When a crowded server says, else later each time; never everyone at once. */
const retryDelay = (attempt: number, error: unknown): number => {
  const askedMs = error instanceof ApiError ? error.body?.retryAfterMs : undefined;
  return askedMs ?? Math.min(500 * 2 ** attempt, 4000) * (0.5 + Math.random());
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay,
      staleTime: 10_000,
      networkMode: "always",
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** A link redeemed once, and the site's own facts. */
const sameForEveryone = new Set<unknown>(["verify-email", "site"]);

useSession.subscribe((now, before) => {
  if (now.user?._id === before.user?._id) return;
  // Screens that need a session leave first: what only they asked for must not be asked for again without one.
  setTimeout(() => {
    void queryClient.resetQueries({ predicate: ({ queryKey }) => !sameForEveryone.has(queryKey[0]) });
  });
});
