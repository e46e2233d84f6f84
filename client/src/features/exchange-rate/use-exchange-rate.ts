// The hooks for the exchange rate in force, the one that waits, and the decision about it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useListNews } from "../../connection/use-list-news.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { decideRate, exchangeRateQuery } from "./queries.ts";

export const useExchangeRate = () => {
  useListNews(exchangeRateQuery, "exchange-rate");
  return useQuery(exchangeRateQuery);
};

export const useDecideRate = () => {
  const client = useQueryClient();
  const { queryKey } = exchangeRateQuery;
  return useMutation({
    mutationFn: decideRate,
    onSuccess: (state) => takeAnswer(client, { queryKey }, state),
    // Somebody else decided, or the provider named another rate, so fetch what is waiting now.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
};
