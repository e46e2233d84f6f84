// The user's active max bids: fetched once, then kept by the live feeds; read again when the feed was joined anew.
import type { MaxBid } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePushedEvents } from "../../connection/use-pushed-events.ts";
import { api } from "../../lib/api.ts";
import { useLiveEvent } from "../../store/live.ts";
import { useReadAgainWhenJoined } from "../../store/read-again.ts";
import { foldMaxBids } from "./fold-max-bids.ts";

const queryKey = ["max-bids"];

export const useMyAutoBids = () => {
  const client = useQueryClient();
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ maxBids: MaxBid[] }>("/maxbids/user/active", {}, signal)).maxBids,
  });
  const put = (change: (maxBids: MaxBid[]) => MaxBid[]) =>
    client.setQueryData<MaxBid[]>(queryKey, (maxBids) => maxBids && change(maxBids));
  const readAgain = () => void client.invalidateQueries({ queryKey });

  usePushedEvents((frame) => put((maxBids) => foldMaxBids(maxBids, frame)));
  // A new status may come with a new end time, which the feed does not tell.
  useLiveEvent("auction:status", readAgain);
  useReadAgainWhenJoined("listing", list);

  return {
    maxBids: list.data,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    remove: (id: string) => put((maxBids) => maxBids.filter(({ _id }) => _id !== id)),
    readAgain,
  };
};
