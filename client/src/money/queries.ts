// The requests for adding money online: start a payment, get the state of one, list the user's own. use-top-up.ts has
// the hooks over them.
import * as calls from "@jara/shared/calls/top-ups";
import type { TopUpStarted } from "@jara/shared/rest/top-ups";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";
import { useSession } from "../store/session.ts";

/** A repeated key gives the same payment. */
export const startTopUp = (amount: number, idempotencyKey: string): Promise<TopUpStarted> =>
  ask(calls.startTopUp, { body: { amount }, idempotencyKey });

export const topUpStatusQuery = (reference: string) =>
  queryOptions({
    queryKey: ["top-up", reference],
    queryFn: async ({ signal }) => {
      const answer = await ask(calls.getTopUp, { params: { reference }, signal });
      useSession.getState().updateUser({ balance: answer.balance });
      return answer;
    },
    staleTime: 0,
  });

export const topUpsQuery = queryOptions({
  queryKey: ["top-ups"],
  queryFn: async ({ signal }) => (await ask(calls.listTopUps, { signal })).topUps,
  refetchOnMount: "always",
});
