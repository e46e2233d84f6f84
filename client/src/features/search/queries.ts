// The pages of the auction list for one set of filters, as REST returns them.
import type { Auction } from "@jara/shared/auction";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { type Filters, readFilters } from "./filters.ts";

export interface AuctionPage {
  auctions: Auction[];
  total: number;
  /** The time of the request, by performance.now. Events received after it may not be in the page. */
  askedAt: number;
}

export const PAGE_SIZE = 24;

export const auctionListQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ["auctions", filters],
    queryFn: async ({ pageParam, signal }): Promise<AuctionPage> => {
      const askedAt = performance.now();
      const query = { ...filters, page: pageParam, limit: PAGE_SIZE };
      return { ...(await api.get<Omit<AuctionPage, "askedAt">>("/auctions", query, signal)), askedAt };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.total ? pages.length + 1 : undefined),
  });

export const prefetchAuctions = (client: QueryClient, params: URLSearchParams): void => {
  void client.prefetchInfiniteQuery(auctionListQuery(readFilters(params)));
};

/** All pages as one list. A lot that moved between pages while they were read appears once. */
export const auctionsOf = (pages: AuctionPage[] | undefined): Auction[] => {
  const byId = new Map<string, Auction>();
  for (const auction of pages?.flatMap((page) => page.auctions) ?? []) {
    if (!byId.has(auction._id)) byId.set(auction._id, auction);
  }
  return [...byId.values()];
};
