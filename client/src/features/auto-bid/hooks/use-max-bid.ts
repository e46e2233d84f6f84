// The user's own max bid on one auction: loaded once, then kept up to date by the user's own feed. 404 means that there
// is none.
import type { MaxBid } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnBackLive } from "../../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { ApiError, api } from "../../../lib/api.ts";
import { useSession } from "../../../store/session.ts";

const load = async (auctionId: string): Promise<MaxBid | null> => {
  // Between a logout and the next render there is no user to load it for.
  if (!useSession.getState().token) return null;
  try {
    return (await api.get<{ maxBid: MaxBid }>(`/maxbids/auction/${encodeURIComponent(auctionId)}`)).maxBid;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

export const useMaxBid = (auctionId: string, userId: string | null) => {
  const queryClient = useQueryClient();
  const queryKey = ["max-bid", auctionId, userId];
  const { data, refetch } = useQuery({ queryKey, queryFn: () => load(auctionId), enabled: userId !== null });
  const set = (maxBid: MaxBid | null) => {
    // A pending answer would be older than this value.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, maxBid);
  };
  useLiveEvent("maxbid:changed", ({ maxBid }) => {
    if (userId !== null && maxBid.auction._id === auctionId) set(maxBid);
  });
  useLiveEvent("maxbid:suspended", (event) => {
    if (userId !== null && event.auctionId === auctionId) void refetch({ cancelRefetch: true });
  });
  useLiveEvent("maxbid:removed", ({ _id }) => {
    if (data?._id === _id) set(null);
  });
  useOnBackLive(() => {
    if (userId !== null) void refetch();
  });
  return { maxBid: (userId !== null && data) || null, set };
};
