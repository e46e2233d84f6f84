// The request for the user's own max bid on one auction.
import type { MaxBid } from "@jara/shared/auction";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, api } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";

/** Null where there is none: the server then answers 404. */
const fetchMaxBid = async (auctionId: string): Promise<MaxBid | null> => {
  // Between a logout and the next render there is no user to load it for.
  if (!useSession.getState().token) return null;
  try {
    return (await api.get<{ maxBid: MaxBid }>(`/maxbids/auction/${encodeURIComponent(auctionId)}`)).maxBid;
  } catch (error) {
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
