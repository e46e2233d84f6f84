// The user's own max bid on one auction: loaded once, then kept up to date by the user's own feed. 404 means that there
// is none.
import type { MaxBid } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnBackLive } from "../../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { maxBidQuery } from "../queries.ts";

export const useMaxBid = (auctionId: string, userId: string | null) => {
  const queryClient = useQueryClient();
  const query = maxBidQuery(auctionId, userId);
  const { queryKey } = query;
  const { data, refetch } = useQuery(query);
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
