// The user's active max bids: fetched once, kept up to date by the live feeds, and fetched again when the feed is
// joined again.
import type { MaxBid } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvent, usePushedEvents } from "../../../connection/use-live-event.ts";
import { maxBidsQuery } from "../../../queries/max-bids.ts";
import { takeAnswer } from "../../../queries/take-answer.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";
import { foldMaxBids, withMaxBid } from "../fold-max-bids.ts";

export const useMyAutoBids = () => {
  const client = useQueryClient();
  const list = useQuery(maxBidsQuery);
  const put = (change: (maxBids: ListedMaxBid[]) => ListedMaxBid[]) =>
    client.setQueryData(maxBidsQuery.queryKey, (maxBids) => maxBids && change(maxBids));
  const take = (change: (maxBids: ListedMaxBid[]) => ListedMaxBid[]) =>
    takeAnswer<ListedMaxBid[]>(client, maxBidsQuery, (maxBids) => maxBids && change(maxBids));
  const refetch = () => void client.invalidateQueries({ queryKey: maxBidsQuery.queryKey });

  usePushedEvents((frame) => {
    if (isFallen(list.data, frame) || isNew(list.data, frame)) refetch();
    const fold = (maxBids: ListedMaxBid[]) => foldMaxBids(maxBids, frame);
    if (frame.type.startsWith("maxbid:")) take(fold);
    else put(fold);
  });
  useLiveEvent("auction:bids-voided", refetch);
  useLiveEvent("maxbid:suspended", refetch);
  // The status does not say who won.
  useLiveEvent("auction:won", refetch);
  // A new status may come with a new end time, which the feed does not carry.
  useLiveEvent("auction:status", refetch);
  useRefetchOnJoin("listing", list);

  return {
    maxBids: list.data,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    replace: (maxBid: MaxBid) => take((maxBids) => withMaxBid(maxBids, maxBid)),
    remove: (id: string) => take((maxBids) => maxBids.filter(({ _id }) => _id !== id)),
    refetch,
  };
};

/** True if the price is below the one shown: the event is late, or bids were voided. */
const isFallen = (maxBids: ListedMaxBid[] | undefined, frame: PushFrame): boolean =>
  frame.type === "auction:price" &&
  (maxBids ?? []).some(
    ({ auction }) => auction._id === frame.data.auctionId && frame.data.currentPrice < auction.currentPrice,
  );

/** True for a max bid that was set elsewhere. Its event has neither the picture nor the badge. */
const isNew = (maxBids: ListedMaxBid[] | undefined, frame: PushFrame): boolean =>
  frame.type === "maxbid:changed" && !(maxBids ?? []).some(({ _id }) => _id === frame.data.maxBid._id);
