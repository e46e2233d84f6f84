// The requests about the exchange rate: the rates in force and waiting, and the decision of managers and administrators
// on the latter.
import * as calls from "@jara/shared/calls/currency";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const exchangeRateQuery = queryOptions({
  queryKey: ["exchange-rate"],
  queryFn: ({ signal }) => ask(calls.getExchangeRate, { signal }),
});

export interface RateDecision {
  what: "confirm" | "reject";
  candidateId: string;
}

const decisions = { confirm: calls.confirmExchangeRate, reject: calls.rejectExchangeRate };

export const decideRate = ({ what, candidateId }: RateDecision) =>
  ask(decisions[what], { params: { id: candidateId } });
