// One page of all auctions: fetched, then kept by the administrators' feed, and read again whenever that feed was joined
// anew. Rows stay where they are; what would come in is counted until it is asked for.
import type { Auction } from "@jara/shared/auction";
import type { AdminAuctions } from "@jara/shared/rest";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { useLiveAuctions, useLiveEvent } from "../../store/live.ts";
import { useReadAgainWhenJoined } from "../../store/read-again.ts";
import { type AuctionFilters, matches } from "./auction-filters.ts";

const KEY = "admin-auctions";

/** When each was heard of, by performance.now. */
type Heard = Record<"created" | "moved", ReadonlyMap<string, number>>;
type HeldAuctions = AdminAuctions & { askedAt: number };

export const useManagedAuctions = (filters: AuctionFilters) => {
  const client = useQueryClient();
  const { status, search, sortBy, sortOrder, page } = filters;
  const queryKey = [KEY, status, search, sortBy, sortOrder, page];
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<HeldAuctions> => {
      const askedAt = performance.now();
      const query = { status, search, sortBy, sortOrder, page, limit: 20 };
      return { ...(await api.get<AdminAuctions>("/auctions/admin/all", query, signal)), askedAt };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const fetched = list.data?.auctions;
  const auctions = useLiveAuctions(fetched, "admin");

  useReadAgainWhenJoined("admin", list);

  // What would be on the list if it were read again: of what was heard since it was asked for.
  const [heard, setHeard] = useState<Heard>({ created: new Map(), moved: new Map() });
  useLiveEvent("auction:created", ({ auction }) => {
    if (!matches(auction, filters)) return;
    setHeard((before) => ({ ...before, created: new Map(before.created).set(auction._id, performance.now()) }));
  });
  useLiveEvent("auction:updated", ({ auctionId, auction }) => {
    if (status === "") return;
    setHeard((before) => {
      const moved = new Map(before.moved);
      if (matches(auction, filters)) moved.set(auctionId, performance.now());
      else moved.delete(auctionId);
      return { ...before, moved };
    });
  });
  const countFresh = (kind: ReadonlyMap<string, number>) =>
    [...kind].filter(
      ([id, heardAt]) => list.data && heardAt > list.data.askedAt && !list.data.auctions.some(({ _id }) => _id === id),
    ).length;

  const removed = (fetched?.length ?? 0) - auctions.length;
  const pagination = list.data && { ...list.data.pagination, total: list.data.pagination.total - removed };
  return {
    auctions,
    pagination,
    fresh: { created: countFresh(heard.created), moved: countFresh(heard.moved) },
    /** Another page or other filters are on their way. */
    isTurning: list.isPlaceholderData,
    error: list.data && !list.isPlaceholderData ? null : list.error,
    readAgain: () => client.invalidateQueries({ queryKey: [KEY] }),
    /** An answer's auction takes its row's place. */
    put: (auction: Auction) =>
      client.setQueriesData<HeldAuctions>(
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
