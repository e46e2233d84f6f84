// The exchange rate in force, and the one that waits for a decision.
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const queryKey = ["exchange-rate"];
/** The polling interval (ms). No event announces a candidate, and the server asks the provider once an hour. */
const ASK_AGAIN_MS = 60_000;

export const useExchangeRate = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ExchangeRateState>("/admin/exchange-rate", undefined, signal),
    refetchInterval: ASK_AGAIN_MS,
  });

export interface RateDecision {
  what: "confirm" | "reject";
  candidateId: string;
}

export const useDecideRate = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ what, candidateId }: RateDecision) =>
      api.post<ExchangeRateState>(`/admin/exchange-rate/${candidateId}/${what}`),
    onSuccess: (state) => client.setQueryData(queryKey, state),
    // Somebody else decided, or the provider named another rate, so fetch what is waiting now.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
};
