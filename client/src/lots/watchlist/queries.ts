// The request for the watched lots: of the account, or by the ids that the browser keeps for a visitor.
import * as calls from "@jara/shared/calls/watchlist";
import type { WatchedLots, Watchlist } from "@jara/shared/rest/watchlist";
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { nextPage } from "../../queries/next-page.ts";
import { takeAnswer } from "../../queries/take-answer.ts";

type Page = WatchedLots & Partial<Pick<Watchlist, "pagination" | "wishes">>;

/** `browserIds` null: the account's list, page by page. */
export const watchlistQuery = (browserIds: readonly string[] | null) =>
  infiniteQueryOptions({
    queryKey: ["watchlist", browserIds],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      if (!browserIds) return await ask(calls.listWatched, { query: { page: pageParam }, signal });
      if (browserIds.length === 0) return { auctions: [] };
      return await ask(calls.listLotsToWatch, { query: { ids: browserIds.join(",") }, signal });
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  });

/** Shows the wish price that was saved; null if it was removed. */
export const takeWish = (client: QueryClient, auctionId: string, wish: number | null): void =>
  takeAnswer<InfiniteData<Page>>(client, watchlistQuery(null), (held) => {
    const withWish = (page: Page): Page => {
      const { [auctionId]: _before, ...others } = page.wishes ?? {};
      return { ...page, wishes: wish === null ? others : { ...others, [auctionId]: wish } };
    };
    return held && { ...held, pages: held.pages.map(withWish) };
  });
