// The request for the watched lots: of the account, or by the ids that the browser keeps for a visitor.
import * as calls from "@jara/shared/calls/watchlist";
import type { WatchedLots, Watchlist } from "@jara/shared/rest/watchlist";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { nextPage } from "../../queries/next-page.ts";

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
