// The administrator's own auctions, so many at a time: fetched, then kept by the administrators' feed; read again when
// the feed was joined anew.
import type { Auction } from "@jara/shared/auction";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLiveAuctions, useLiveEvent } from "../../store/live.ts";
import { type Pages, pagesOfMine, uniqueBy } from "../../store/pages-of-mine.ts";
import { useReadAgainWhenJoined } from "../../store/read-again.ts";
import { useSession } from "../../store/session.ts";

const queryKey = ["my-auctions"];
/** Each card listens and counts. */
const AT_A_TIME = 24;

export const useMyAuctions = () => {
  const client = useQueryClient();
  const ownId = useSession(({ user }) => user?._id);
  const list = useInfiniteQuery(pagesOfMine<Auction>(queryKey, "/auctions/user/my-auctions", AT_A_TIME));
  const { data, error, refetch } = list;
  // What was put up while pages were read stands on two of them.
  const own = useMemo(() => data && uniqueBy(data.pages.flat(), ({ _id }) => _id), [data]);
  const put = (change: (page: Auction[], index: number) => Auction[]) =>
    client.setQueryData<Pages<Auction>>(queryKey, (known) => known && { ...known, pages: known.pages.map(change) });

  useLiveEvent("auction:created", ({ auction }) => {
    if (auction.seller._id !== ownId) return;
    put((page, index) => (index > 0 || page.some(({ _id }) => _id === auction._id) ? page : [auction, ...page]));
  });
  // Those after it move up, one of them from a page not read yet to one that was.
  useLiveEvent("auction:removed", ({ auctionId }) => {
    if (list.hasNextPage && own?.some(({ _id }) => _id === auctionId)) void refetch();
  });
  useReadAgainWhenJoined("admin", list);

  const auctions = useLiveAuctions(own, "admin");
  return {
    auctions: data && auctions,
    error: data ? null : error,
    retry: () => void refetch(),
    /** Null where there are no more. */
    more: list.hasNextPage ? { fetch: () => void list.fetchNextPage(), isFetching: list.isFetchingNextPage } : null,
    /** What a call answered, ahead of the event that says it to everyone. */
    take: (auction: Auction) => put((known) => known.map((one) => (one._id === auction._id ? auction : one))),
  };
};
