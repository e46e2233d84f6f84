// The request for the user's own max bid on one auction.

import type { MaxBid } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/max-bids";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, ask } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";

/**
 * Null if the user has no maximum. Asks for the list, because the call for one maximum answers 404 if there is none,
 * and a browser logs every 404 as an error. The list has only the caller's own maximum; after the end staff see all.
 */
const fetchMaxBid = async (auctionId: string): Promise<MaxBid | null> => {
  // Between a logout and the next render there is no user to load it for.
  if (!useSession.getState().token) return null;
  try {
    return (await ask(calls.listMaxBids, { params: { id: auctionId }, query: { limit: 1 } })).maxBids[0] ?? null;
  } catch (error) {
    // The auction is gone.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

export const maxBidQuery = (auctionId: string, userId: string | null) =>
  queryOptions({
    queryKey: ["max-bid", auctionId, userId],
    queryFn: () => fetchMaxBid(auctionId),
    enabled: userId !== null,
  });
