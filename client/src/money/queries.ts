// The requests for adding money online: start a payment, get the state of one, list the user's own. use-top-up.ts has
// the hooks over them.
import type { TopUpStarted, TopUpStatus, TopUps } from "@jara/shared/rest/top-ups";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { useSession } from "../store/session.ts";

/** A repeated key gives the same payment. */
export const startTopUp = (amount: number, idempotencyKey: string): Promise<TopUpStarted> =>
  api.post<TopUpStarted>("/payments/top-ups", { amount }, { idempotencyKey });

export const topUpStatusQuery = (reference: string) =>
  queryOptions({
    queryKey: ["top-up", reference],
    queryFn: async ({ signal }) => {
      const path = `/payments/top-ups/${encodeURIComponent(reference)}`;
      const answer = await api.get<TopUpStatus>(path, undefined, signal);
      useSession.getState().updateUser({ balance: answer.balance });
      return answer;
    },
    staleTime: 0,
  });

export const topUpsQuery = queryOptions({
  queryKey: ["top-ups"],
  queryFn: async ({ signal }) => (await api.get<TopUps>("/payments/top-ups", undefined, signal)).topUps,
  refetchOnMount: "always",
});
