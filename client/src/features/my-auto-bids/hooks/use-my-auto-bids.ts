// The user's active max bids: fetched once, kept up to date by the live feeds, and fetched again when the feed is
// joined again.
import type { MaxBid } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/socket";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvent, usePushedEvents } from "../../../connection/use-live-event.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";
import { foldMaxBids } from "../fold-max-bids.ts";
import { maxBidsQuery } from "../queries.ts";

export const useMyAutoBids = () => {
  const client = useQueryClient();
  const list = useQuery(maxBidsQuery);
  const put = (change: (maxBids: MaxBid[]) => MaxBid[]) =>
    client.setQueryData(maxBidsQuery.queryKey, (maxBids) => maxBids && change(maxBids));
  const refetch = () => void client.invalidateQueries({ queryKey: maxBidsQuery.queryKey });

  usePushedEvents((frame) => {
    if (isFallen(list.data, frame)) refetch();
    put((maxBids) => foldMaxBids(maxBids, frame));
  });
  useLiveEvent("auction:bids-voided", refetch);
  useLiveEvent("maxbid:suspended", refetch);
  // A new status may come with a new end time, which the feed does not carry.
  useLiveEvent("auction:status", refetch);
  useRefetchOnJoin("listing", list);

  return {
    maxBids: list.data,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    replace: (maxBid: MaxBid) => put((maxBids) => maxBids.map((one) => (one._id === maxBid._id ? maxBid : one))),
    remove: (id: string) => put((maxBids) => maxBids.filter(({ _id }) => _id !== id)),
    refetch,
  };
};

/** True if the price is below the one shown: the event is late, or bids were voided. */
const isFallen = (maxBids: MaxBid[] | undefined, frame: PushFrame): boolean =>
  frame.type === "auction:price" &&
  (maxBids ?? []).some(
    ({ auction }) => auction._id === frame.data.auctionId && frame.data.currentPrice < auction.currentPrice,
  );
