// The watched lots, live. A lot that the reader stops watching here stays until the page is opened again, so that the heart
// can be tapped once more.
import type { Auction } from "@jara/shared/auction";
import { BROWSER_WATCHED_MAX } from "@jara/shared/watch-limits";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { useOutbid } from "../../live/live.ts";
import { useAuctionsWithWinners } from "../../live/with-winners.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { isOver } from "../is-over.ts";
import { watchlistQuery } from "./queries.ts";
import { useWatchlist } from "./watched.ts";

/** The lots of the browser's list at the time when it became known, and all that were added since. */
const useBrowserIds = (isVisitor: boolean): readonly string[] => {
  const { ids, isKnown } = useWatchlist();
  const [kept, setKept] = useState<readonly string[]>([]);
  if (!isVisitor || !isKnown) return kept;
  const fresh = [...ids].filter((id) => !kept.includes(id));
  if (fresh.length > 0) setKept([...fresh, ...kept].slice(0, BROWSER_WATCHED_MAX));
  return kept;
};

export const useWatchedLots = (isVisitor: boolean) => {
  const client = useQueryClient();
  const isKnown = useWatchlist((list) => list.isKnown);
  const browserIds = useBrowserIds(isVisitor);
  // After a log-in the account has the browser's lots only when its list is known.
  const query = useInfiniteQuery({ ...watchlistQuery(isVisitor ? browserIds : null), enabled: isKnown });
  const byId = new Map<string, Auction>();
  for (const auction of query.data?.pages.flatMap(({ auctions }) => auctions) ?? []) byId.set(auction._id, auction);
  const lots = useAuctionsWithWinners([...byId.values()]);
  useRefetchOnJoin("listing", { data: query.data, isPlaceholderData: false, refetch: query.refetch });
  useLiveEvent("watchlist:changed", ({ auctionId, isWatching }) => {
    if (isWatching && !byId.has(auctionId)) void client.invalidateQueries({ queryKey: ["watchlist"] });
  });
  const outbidHere = useOutbid();
  const outbidBefore = new Set(query.data?.pages.flatMap(({ outbid }) => outbid ?? []));
  return {
    query,
    isKnown,
    wishOf: ({ _id }: Auction): number | null =>
      query.data?.pages.map(({ wishes }) => wishes?.[_id]).find((wish) => wish !== undefined) ?? null,
    running: lots.filter((lot) => !isOver(lot)),
    over: lots.filter(isOver),
    isOutbid: ({ _id }: Auction): boolean => outbidHere.has(_id) || outbidBefore.has(_id),
  };
};
