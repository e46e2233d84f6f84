// The list of a sale's bidders: its filters and page, from the address, and its requests.
import * as calls from "@jara/shared/calls/sale-papers";
import { saleBidderOrders, saleBidderStates } from "@jara/shared/rest/sale-bidders";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { choiceFilter, type FiltersOf, listFilters, pageFilter, textFilter } from "../../lib/address-filters.ts";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";

export const saleBidderFilters = listFilters<typeof calls.listSaleBidders, "limit" | "sortOrder">()({
  q: textFilter(),
  state: choiceFilter(saleBidderStates),
  sortBy: choiceFilter(saleBidderOrders, "number"),
  page: pageFilter,
});
export type SaleBidderFilters = FiltersOf<typeof saleBidderFilters>;

/** The amounts of the list, in its order, with the heads of their columns. */
export const bidderAmounts = [
  ["hammer", "Hammer total"],
  ["total", "Total"],
  ["paid", "Paid in all"],
  ["owed", "Owed"],
] as const;

export const saleBiddersQuery = (saleId: string, filters: SaleBidderFilters) =>
  queryOptions({
    queryKey: ["bidders of sale", saleId, filters],
    queryFn: ({ signal }) =>
      ask(calls.listSaleBidders, { params: { id: saleId }, query: saleBidderFilters.queryOf(filters), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** All that the filters find, on all pages. */
export const downloadSaleBidders = (saleId: string, filters: SaleBidderFilters): Promise<void> => {
  const { page: _, ...query } = saleBidderFilters.queryOf(filters);
  return download(calls.downloadSaleBidders, { params: { id: saleId }, query }, "bidders.csv");
};
