// The auctions that the person created, a page at a time: fetched, kept up to date by the staff's feeds, and fetched
// again when they are joined again.
import type { Auction } from "@jara/shared/auction";
import type { OwnCounts } from "@jara/shared/rest/admin-auctions";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { useLiveAuctions } from "../../live/live.ts";
import { type Pages, uniqueBy } from "../../queries/own-list.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { useSession } from "../../store/session.ts";
import type { OwnFilter } from "./own-filter.ts";
import { myAuctionsQuery, ownCountsQuery } from "./queries.ts";

/** The number of the person's auctions of each status; undefined until it is known. */
export const useOwnCounts = (): OwnCounts | undefined => {
  const client = useQueryClient();
  const query = useQuery(ownCountsQuery);
  const readAgain = () => void client.invalidateQueries(ownCountsQuery);
  useLiveEvent("auction:status", readAgain);
  useLiveEvent("auction:created", readAgain);
  useLiveEvent("auction:removed", readAgain);
  useRefetchOnJoin("admin", query);
  return query.data;
};

export const useMyAuctions = (filter: OwnFilter) => {
  const client = useQueryClient();
  const ownId = useSession(({ user }) => user?._id);
  const listQuery = myAuctionsQuery(filter);
  const list = useInfiniteQuery(listQuery);
  const { data, error, refetch } = list;
  // An auction created while pages were being read appears on two of them.
  const own = useMemo(() => data && uniqueBy(data.pages.flat(), ({ _id }) => _id), [data]);
  const put = (change: (page: Auction[], index: number) => Auction[]) =>
    takeAnswer<Pages<Auction>>(
      client,
      { queryKey: listQuery.queryKey, exact: true },
      (known) => known && { ...known, pages: known.pages.map(change) },
    );

  useLiveEvent("auction:created", ({ auction }) => {
    if (auction.seller._id !== ownId) return;
    if (filter.search || (filter.status && auction.status !== filter.status)) return;
    put((page, index) => (index > 0 || page.some(({ _id }) => _id === auction._id) ? page : [auction, ...page]));
  });
  // The auctions after it move up, and one of them moves from an unread page to a page that was already read.
  useLiveEvent("auction:removed", ({ auctionId }) => {
    if (list.hasNextPage && own?.some(({ _id }) => _id === auctionId)) void refetch();
  });
  useRefetchOnJoin("admin", list);

  // A lot whose status changed belongs to another tab.
  const auctions = useLiveAuctions(own, "admin").filter(({ status }) => !filter.status || status === filter.status);
  return {
    auctions: data && auctions,
    error: data ? null : error,
    retry: () => void refetch(),
    /** Null when there are no more. */
    more: list.hasNextPage ? { fetch: () => void list.fetchNextPage(), isFetching: list.isFetchingNextPage } : null,
    /** Shows the auction from an answer before the event that announces the change arrives. */
    take: (auction: Auction) => put((known) => known.map((one) => (one._id === auction._id ? auction : one))),
  };
};
