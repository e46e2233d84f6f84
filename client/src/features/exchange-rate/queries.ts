// The requests about the exchange rate: the rates in force and waiting, and the decision of managers and administrators
// on the latter.
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export const exchangeRateQuery = queryOptions({
  queryKey: ["exchange-rate"],
  queryFn: ({ signal }) => api.get<ExchangeRateState>("/admin/exchange-rate", undefined, signal),
});

export interface RateDecision {
  what: "confirm" | "reject";
  candidateId: string;
}

export const decideRate = ({ what, candidateId }: RateDecision) =>
  api.post<ExchangeRateState>(`/admin/exchange-rate/${candidateId}/${what}`);
