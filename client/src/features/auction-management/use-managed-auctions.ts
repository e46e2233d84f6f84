// One page of all auctions: fetched, then kept by the administrators' feed, and read again whenever that feed was joined
// anew. Rows stay where they are; what would come in is counted until it is asked for.
import type { Auction } from "@jara/shared/auction";
import type { AdminAuctions } from "@jara/shared/rest";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOnBackLive } from "../../connection/use-connection-state.ts";
import { useFeedJoined } from "../../connection/use-feed.ts";
import { api } from "../../lib/api.ts";
import { useLiveAuctions, useLiveEvent } from "../../store/live.ts";
import { type AuctionFilters, matches } from "./auction-filters.ts";

const KEY = "admin-auctions";
/** Read longer than this before the feed was joined: something may have been missed. */
const STALE_MS = 2000;
const none: ReadonlySet<string> = new Set();

export const useManagedAuctions = (filters: AuctionFilters) => {
  const client = useQueryClient();
  const { status, search, sortBy, sortOrder, page } = filters;
  const queryKey = [KEY, status, search, sortBy, sortOrder, page];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<AdminAuctions>("/auctions/admin/all", { status, search, sortBy, sortOrder, page, limit: 20 }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const fetched = list.data?.auctions;
  const auctions = useLiveAuctions(fetched, "admin");

  const readAt = list.dataUpdatedAt;
  useFeedJoined("admin", () => {
    if (readAt > 0 && Date.now() - readAt > STALE_MS) void client.invalidateQueries({ queryKey: [KEY] });
  });

  useOnBackLive(() => void client.invalidateQueries({ queryKey: [KEY] }));

  // What would be on the list if it were read again. A newer list holds all that was counted.
  const [fresh, setFresh] = useState({ of: readAt, created: none, moved: none });
  if (fresh.of !== readAt) setFresh({ of: readAt, created: none, moved: none });
  useLiveEvent("auction:created", ({ auction }) => {
    if (!matches(auction, filters)) return;
    setFresh((now) => ({ ...now, created: new Set(now.created).add(auction._id) }));
  });
  useLiveEvent("auction:updated", ({ auctionId, auction }) => {
    if (!fetched || status === "" || fetched.some(({ _id }) => _id === auctionId)) return;
    setFresh((now) => {
      const moved = new Set(now.moved);
      if (matches(auction, filters)) moved.add(auctionId);
      else moved.delete(auctionId);
      return { ...now, moved };
    });
  });

  const removed = (fetched?.length ?? 0) - auctions.length;
  const pagination = list.data && { ...list.data.pagination, total: list.data.pagination.total - removed };
  return {
    auctions,
    pagination,
    fresh: { created: fresh.created.size, moved: fresh.moved.size },
    /** Another page or other filters are on their way. */
    isTurning: list.isPlaceholderData,
    error: list.data && !list.isPlaceholderData ? null : list.error,
    readAgain: () => client.invalidateQueries({ queryKey: [KEY] }),
    /** An answer's auction takes its row's place. */
    put: (auction: Auction) =>
      client.setQueriesData<AdminAuctions>(
        { queryKey: [KEY] },
        (held) =>
          held && {
            ...held,
            auctions: held.auctions.map((one) =>
              one._id === auction._id && one.version <= auction.version ? auction : one,
            ),
          },
      ),
  };
};
