// The request for a page of a sale's results.
import * as calls from "@jara/shared/calls/sale-papers";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const saleResultsQuery = (saleId: string, page: number) =>
  queryOptions({
    queryKey: ["results of sale", saleId, page],
    queryFn: ({ signal }) =>
      ask(calls.listSaleResults, { params: { id: saleId }, query: { ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
