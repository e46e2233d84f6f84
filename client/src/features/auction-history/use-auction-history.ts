// One page of an auction's history. It is fetched again whenever the staff's feeds report a change of the auction or
// are joined again.
import type { Auction } from "@jara/shared/auction";
import { useQuery } from "@tanstack/react-query";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { ApiError } from "../../lib/api.ts";
import { useGathered } from "../../lib/use-gathered.ts";
import { useLiveAuctions } from "../../live/live.ts";
import { adminAuctionQuery } from "../../queries/admin-auction.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import type { HistoryFilters } from "./history-filters.ts";
import { auctionHistoryQuery } from "./queries.ts";

/** Groups events over this time (ms), so that a busy auction does not cause one request per bid. */
const GATHER_MS = 400;

export const useAuctionHistory = (auctionId: string, filters: HistoryFilters) => {
  const list = useQuery(auctionHistoryQuery(auctionId, filters));
  const { refetch } = list;
  const soon = useGathered(() => void refetch(), GATHER_MS);
  usePushedEvents((frame) => {
    if ("auctionId" in frame.data && frame.data.auctionId === auctionId) soon();
    // The terms of a seller and a handover are no changes of the auction.
    if (frame.type === "list:changed" && (frame.data.list === "offers" || frame.data.list === "settlements")) soon();
  });
  useRefetchOnJoin("admin", list);

  return {
    history: list.data,
    isLoadingPage: list.isPlaceholderData,
    isNotFound: list.error instanceof ApiError && list.error.status === 404,
    error: list.data && !list.isPlaceholderData ? null : list.error,
    retry: () => void refetch(),
  };
};

/** The auction itself, live; undefined while it is unknown, null once it is deleted. */
export const useHistoryAuction = (auctionId: string): Auction | null | undefined => {
  const read = useQuery(adminAuctionQuery(auctionId));
  const { data, error } = read;
  useRefetchOnJoin("admin", read);
  const [auction] = useLiveAuctions(data && [data], "admin");
  const isGone = (data && !auction) || (error instanceof ApiError && error.status === 404);
  return isGone ? null : auction;
};
