// The requests of a person's own data: the file, the deletion of the account, and the terms that were accepted.
import * as calls from "@jara/shared/calls/own-data";
import type { Consents, Deletion } from "@jara/shared/rest/own-data";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";
import { takeAnswer } from "../../queries/take-answer.ts";

export const downloadMyData = (): Promise<void> => download(calls.downloadMyData, {}, "my-data.zip");

export const deletionQuery = queryOptions({
  queryKey: ["deletion"],
  queryFn: ({ signal }) => ask(calls.getDeletion, { signal }),
  // The obstacles to a deletion change with every bid and payment.
  staleTime: 0,
  gcTime: 0,
});

const useDeletionCall = <Input>(call: (input: Input) => Promise<Deletion>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (state) => takeAnswer(client, { queryKey: deletionQuery.queryKey }, state),
    // The refusal says what has changed.
    onError: () => void client.invalidateQueries({ queryKey: deletionQuery.queryKey }),
  });
};
export const useAskForDeletion = () =>
  useDeletionCall((password: string) => ask(calls.requestDeletion, { body: { password } }));
export const useKeepAccount = () => useDeletionCall(() => ask(calls.keepAccount));

export const consentsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["consents", userId],
    queryFn: ({ signal }) => ask(calls.listConsents, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useAccept = (userId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (accepted: Consents["missing"]) => ask(calls.acceptTerms, { body: { accepted } }),
    onSuccess: (consents) => takeAnswer(client, { queryKey: consentsQuery(userId).queryKey }, consents),
  });
};
