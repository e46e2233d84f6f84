// The user's own max bid on one auction: read at mount and whenever the connection becomes live, then kept up to date by
// the user's own feed.
import type { MaxBid } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnLive } from "../../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { takeAnswer } from "../../../queries/take-answer.ts";
import { maxBidQuery } from "../queries.ts";

export const useMaxBid = (auctionId: string, userId: string | null) => {
  const queryClient = useQueryClient();
  const query = maxBidQuery(auctionId, userId);
  const { queryKey } = query;
  const answer = useQuery({ ...query, refetchOnMount: "always" });
  const { data } = answer;
  const set = (maxBid: MaxBid | null) => takeAnswer(queryClient, { queryKey }, maxBid);
  useLiveEvent("maxbid:changed", ({ maxBid }) => {
    if (userId !== null && maxBid.auction._id === auctionId) set(maxBid);
  });
  useLiveEvent("maxbid:suspended", (event) => {
    if (userId !== null && event.auctionId === auctionId) void refetchFromNow(answer);
  });
  useLiveEvent("maxbid:removed", ({ _id }) => {
    if (data?._id === _id) set(null);
  });
  useOnLive(() => {
    if (userId !== null) void refetchFromNow(answer);
  });
  return {
    maxBid: (userId !== null && data) || null,
    /** The server has said whether the user has a maximum, or the request has failed. */
    isKnown: userId === null || data !== undefined || answer.isError,
    /**
     * Keeps the maximum of the answer to a command, then reads the current one: a repeated command gets its first answer
     * again, and another device may have changed the maximum since.
     */
    keep: (maxBid: MaxBid | null) => {
      set(maxBid);
      void refetchFromNow(answer);
    },
  };
};
