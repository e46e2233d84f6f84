// One page of what the user won or bought, and how many payments are due; both live.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { DUE, purchasesQuery } from "../queries.ts";
import { useOwedNews } from "./use-owed-news.ts";

export const usePurchases = (page: number, limit?: number) => {
  const client = useQueryClient();
  const purchases = useQuery({ ...purchasesQuery(page, limit), placeholderData: keepPreviousData });
  useOwedNews(() => void refetchFromNow(purchases));
  const due = purchases.data?.due;
  useEffect(() => {
    if (due !== undefined) client.setQueryData([DUE], due);
  }, [due, client]);
  return purchases;
};
