// Fetches the user's own bids on one auction, from the newest of the user's own list.
import * as calls from "@jara/shared/calls/bids";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

const LIMIT = 100;

export const ownBidsQuery = (auctionId: string) =>
  queryOptions({
    queryKey: ["own-bids", auctionId],
    queryFn: async ({ signal }) => {
      const own = await ask(calls.listMyBids, { query: { limit: LIMIT }, signal });
      return own.filter(({ auction }) => auction._id === auctionId);
    },
  });
