// One page of all auctions: fetched, kept up to date by the staff's feeds, and fetched again whenever they are joined
// again. Rows keep their place; new entries are counted until the user asks for them.
import type { Auction } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { type FeedAuctions, noFeedAuctions, unlistedSince, withFeedAuction } from "../../../lib/unlisted-auctions.ts";
import { useLiveAuctions } from "../../../live/live.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";
import { type AuctionFilters, matches } from "../auction-filters.ts";
import { type AuctionsPage, MANAGED_AUCTIONS, managedAuctionsQuery } from "../queries.ts";

export const useManagedAuctions = (filters: AuctionFilters) => {
  const client = useQueryClient();
  const list = useQuery(managedAuctionsQuery(filters));
  const fetched = list.data?.auctions;
  const auctions = useLiveAuctions(fetched, "admin");

  useRefetchOnJoin("admin", list);

  // The events since the request that would change the list if it were fetched again.
  const [created, setCreated] = useState(noFeedAuctions);
  const [moved, setMoved] = useState(noFeedAuctions);
  useLiveEvent("auction:created", ({ auction }) => setCreated((before) => withFeedAuction(before, auction)));
  useLiveEvent("auction:updated", ({ auction }) => {
    if (filters.status !== "") setMoved((before) => withFeedAuction(before, auction));
  });
  const countFresh = (reported: FeedAuctions): number => {
    if (!list.data) return 0;
    return unlistedSince(reported, list.data.askedAt, list.data.auctions).filter((one) => matches(one, filters)).length;
  };

  const removed = (fetched?.length ?? 0) - auctions.length;
  const pagination = list.data && { ...list.data.pagination, total: list.data.pagination.total - removed };
  return {
    auctions,
    pagination,
    counts: list.data?.counts,
    /** The last answer, which says if other words were searched. It belongs to the filters once nothing is loading. */
    answer: list.isPlaceholderData ? undefined : list.data,
    fresh: { created: countFresh(created), moved: countFresh(moved) },
    /** True while another page or other filters are loading. */
    isLoadingPage: list.isPlaceholderData,
    error: list.data && !list.isPlaceholderData ? null : list.error,
    refetchAll: () => client.invalidateQueries({ queryKey: [MANAGED_AUCTIONS] }),
    /** Replaces the row of an auction with the auction from an answer, which does not count the watchlists. */
    put: (auction: Auction) =>
      client.setQueriesData<AuctionsPage>(
        { queryKey: [MANAGED_AUCTIONS] },
        (held) =>
          held && {
            ...held,
            auctions: held.auctions.map((one) =>
              one._id === auction._id && one.version <= auction.version
                ? { ...one, ...auction, endedAt: auction.endedAt ?? null }
                : one,
            ),
          },
      ),
  };
};
