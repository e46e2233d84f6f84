// One page of an auction's history. It is fetched again whenever the administrators' feed reports a change of the
// auction or is joined again.
import type { Auction } from "@jara/shared/auction";
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { ApiError, api } from "../../lib/api.ts";
import { adminAuctionQuery } from "../../queries/admin-auction.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { useLiveAuctions } from "../../store/live.ts";
import type { HistoryFilters } from "./history-filters.ts";

export const PAGE_SIZE = 50;
/** Groups events over this time (ms), so that a busy auction does not cause one request per bid. */
const GATHER_MS = 400;

interface History {
  entries: HistoryEntry[];
  total: number;
}

export const useAuctionHistory = (auctionId: string, { kind, order, page }: HistoryFilters) => {
  const path = `/auctions/admin/${encodeURIComponent(auctionId)}/history`;
  const list = useQuery({
    queryKey: ["auction-history", auctionId, kind, order, page],
    queryFn: ({ signal }) => api.get<History>(path, { kind, order, page, limit: PAGE_SIZE }, signal),
    // Never shows another auction's entries in place of this auction's.
    placeholderData: (before, query) => (query?.queryKey[1] === auctionId ? keepPreviousData(before) : undefined),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

  const { refetch } = list;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  usePushedEvents((frame) => {
    if (!("auctionId" in frame.data) || frame.data.auctionId !== auctionId) return;
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void refetch();
    }, GATHER_MS);
  });
  useRefetchOnJoin("admin", list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits would ask for the page before
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [refetch],
  );

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
