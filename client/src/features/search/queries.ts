// The pages of the auction list for one set of filters, and the number of lots for each value of a filter, as REST
// returns them.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import type { AuctionListAnswer } from "@jara/shared/rest/auctions";
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ask, inPage } from "../../lib/api.ts";
import { isSaving } from "../../store/saver.ts";
import { type Filters, noFilters, orderIn, readFilters, usualSortOf, writeFilters } from "./filters.ts";

export interface AuctionPage extends AuctionListAnswer {
  /** The time of the request, by performance.now. Events received after it may not be in the page. */
  askedAt: number;
}

export const PAGE_SIZE = 24;
/** The pages that were read stay this long, so that Back finds its place again. */
const KEPT_MS = 30 * 60_000;

/** The server's order is the newest first unless another is asked for. */
const asked = (filters: Filters) => ({
  ...filters,
  sortBy: filters.sortBy || (filters.search && usualSortOf(filters)),
  sortOrder: orderIn(filters) === "asc" ? "asc" : "",
});

export const auctionListQuery = (filters: Filters) => {
  const pageQuery = (page: number) => ({ ...asked(filters), page, limit: PAGE_SIZE });
  return infiniteQueryOptions({
    queryKey: ["auctions", filters],
    queryFn: async ({ pageParam, signal }): Promise<AuctionPage> => {
      const askedAt = performance.now();
      return { ...(await ask(calls.listAuctions, { query: pageQuery(pageParam), signal })), askedAt };
    },
    placeholderData: () => {
      const first = inPage(calls.listAuctions, pageQuery(1));
      return first && { pages: [{ ...first, askedAt: 0 }], pageParams: [1] };
    },
    initialPageParam: 1,
    gcTime: KEPT_MS,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.total ? pages.length + 1 : undefined),
  });
};

/** The lots of one rail of Home. */
export const railQuery = (filters: Filters) => {
  const query = { ...asked(filters), page: 1, limit: 10 };
  return queryOptions({
    queryKey: ["auctions", "rail", filters],
    queryFn: ({ signal }) => ask(calls.listAuctions, { query, signal }),
    placeholderData: () => inPage(calls.listAuctions, query),
    gcTime: KEPT_MS,
  });
};

/** The filters of the rail that stands first. */
export const endingSoon: Filters = { ...noFilters, sortBy: "endTime" };

/** The numbers beside the filters. The order of the list does not matter to them. */
export const facetsQuery = (filters: Filters) => {
  const query = { ...filters, sortBy: "", sortOrder: "" };
  return queryOptions({
    queryKey: ["auction-facets", query],
    queryFn: ({ signal }) => ask(calls.countAuctionFacets, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const prefetchAuctions = (client: QueryClient, params: URLSearchParams): void => {
  const filters = readFilters(params);
  void client.prefetchInfiniteQuery(auctionListQuery(filters));
  if (writeFilters(filters).size === 0 && !isSaving()) void client.prefetchQuery(railQuery(endingSoon));
};

/** All pages as one list. A lot that moved between pages while they were read appears once. */
export const auctionsOf = (pages: AuctionPage[] | undefined): Auction[] => {
  const byId = new Map<string, Auction>();
  for (const auction of pages?.flatMap((page) => page.auctions) ?? []) {
    if (!byId.has(auction._id)) byId.set(auction._id, auction);
  }
  return [...byId.values()];
};

/** The places of collection of those lots that are elsewhere until then, by lot id. */
export const collectedIn = (pages: Pick<AuctionPage, "collectIn">[] | undefined): Record<string, string> =>
  Object.assign({}, ...(pages?.map(({ collectIn }) => collectIn) ?? []));

/** The lots on which the reader was outbid when the pages were read. */
export const outbidIn = (pages: Pick<AuctionPage, "outbid">[] | undefined): ReadonlySet<string> =>
  new Set(pages?.flatMap(({ outbid }) => outbid ?? []));
