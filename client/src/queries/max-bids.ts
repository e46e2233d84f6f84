// The request for all of the user's active max bids; the server gives 100 at a time.

import * as calls from "@jara/shared/calls/max-bids";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";
import { uniqueBy } from "./own-list.ts";

/** Reads page after page; a page that is not full is the last. */
export const fetchAllMaxBids = async (signal: AbortSignal): Promise<ListedMaxBid[]> => {
  const all: ListedMaxBid[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, limit: LIST_LIMIT_MAX };
    const { maxBids } = await ask(calls.listMyMaxBids, { query, signal });
    all.push(...maxBids);
    if (maxBids.length < LIST_LIMIT_MAX) return uniqueBy(all, ({ _id }) => _id);
  }
};

export const maxBidsQuery = queryOptions({
  queryKey: ["max-bids"],
  queryFn: ({ signal }) => fetchAllMaxBids(signal),
});
