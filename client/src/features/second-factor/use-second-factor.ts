// Two-step verification: its state, and the changes of it. Each answer is the new state.
import type { SecondFactor } from "@jara/shared/rest/second-factor";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { takeAnswer } from "../../queries/take-answer.ts";
import { noteFactorThere } from "../../store/factor-missing.ts";
import { confirmApp, newRecoveryCodes, removeFactor, secondFactorQuery, startApp } from "./queries.ts";

export const useSecondFactor = () => useQuery(secondFactorQuery);

const useKeep = () => {
  const client = useQueryClient();
  return (state: SecondFactor) => {
    takeAnswer(client, { queryKey: secondFactorQuery.queryKey }, state);
    if (state.addedAt === null) return;
    // Fetch again the pages that the server refused to staff without a second factor.
    if (noteFactorThere()) void client.invalidateQueries();
  };
};

export const useStartApp = () => useMutation({ mutationFn: startApp });

/** `onCodes`: the recovery codes, which the server shows only now. */
export const useConfirmApp = (onCodes: (codes: string[]) => void) => {
  const keep = useKeep();
  return useMutation({
    mutationFn: confirmApp,
    onSuccess: ({ recoveryCodes, secondFactor }) => {
      keep(secondFactor);
      onCodes(recoveryCodes);
    },
  });
};

export const useNewCodes = (onCodes: (codes: string[]) => void) => {
  const keep = useKeep();
  return useMutation({
    mutationFn: newRecoveryCodes,
    onSuccess: ({ recoveryCodes, secondFactor }) => {
      keep(secondFactor);
      onCodes(recoveryCodes);
    },
  });
};

export const useRemoveFactor = (onDone: () => void) => {
  const keep = useKeep();
  return useMutation({
    mutationFn: removeFactor,
    onSuccess: (state) => {
      keep(state);
      onDone();
    },
  });
};
