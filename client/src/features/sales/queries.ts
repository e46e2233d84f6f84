// The requests for sales and their lots, as everybody reads them.
import * as calls from "@jara/shared/calls/sales";
import type { SaleAnswer } from "@jara/shared/rest/sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerWithin } from "../../lib/answer-within.ts";
import { ask } from "../../lib/api.ts";
import { nextPage } from "../../queries/next-page.ts";

/** The first part of the keys of all requests for sales. */
export const SALES = "sales";

export const salesQuery = infiniteQueryOptions({
  queryKey: [SALES, "list"],
  queryFn: ({ pageParam, signal }) => ask(calls.listSales, { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  staleTime: 0,
});

/**
 * A read that began before a save, and is answered after it, has the sale as it was before. So an answer with an older
 * revision does not replace a newer one.
 */
export const saleQuery = (id: string) =>
  queryOptions({
    queryKey: [SALES, id],
    queryFn: async ({ signal, client, queryKey }) => {
      const read = await ask(calls.getSale, { params: { id }, signal: answerWithin(signal) });
      const held = client.getQueryData<SaleAnswer>(queryKey);
      return held && held.sale.revision > read.sale.revision ? held : read;
    },
    staleTime: 0,
    retry: false,
  });

/** With the acceptance of the person who is logged in. A change of the person clears all requests. */
export const saleTermsQuery = (id: string) =>
  queryOptions({
    queryKey: [SALES, id, "terms"],
    queryFn: ({ signal }) => ask(calls.getSaleTerms, { params: { id }, signal }),
    retry: false,
  });

/** `state` is a text that changes when lots may have come or gone. */
export const saleLotsQuery = (id: string, search: string, state: string) =>
  infiniteQueryOptions({
    queryKey: [SALES, id, "lots", search, state],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.listSaleLots, { params: { id }, query: { search, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The open lots that close next. */
export const nextLotsQuery = (id: string, state: string) =>
  queryOptions({
    queryKey: [SALES, id, "next", state],
    queryFn: ({ signal }) => ask(calls.listSaleLots, { params: { id }, query: { next: true, limit: 3 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The sale that has the lot (null for a lot that is sold on its own), and where the lot is collected. */
export const saleOfLotQuery = (auctionId: string) =>
  queryOptions({
    queryKey: [SALES, "of", auctionId],
    queryFn: ({ signal }) => ask(calls.getSaleOfLot, { params: { id: auctionId }, signal }),
    retry: false,
  });

/** The lot of the sale with this number; null if the reader sees none. */
export const lotByNumberQuery = (id: string, lotNumber: string) =>
  queryOptions({
    queryKey: [SALES, id, "number", lotNumber],
    queryFn: async ({ signal }) => {
      const { lots } = await ask(calls.listSaleLots, {
        params: { id },
        query: { search: lotNumber, limit: 100 },
        signal,
      });
      return lots.find((lot) => lotNumberText(lot) === lotNumber.toUpperCase()) ?? null;
    },
    staleTime: 0,
  });
