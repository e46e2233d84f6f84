// The administrator's own auctions: fetched once, then kept by the administrators' feed; read again when the feed was
// joined anew.
import type { Auction } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFeedJoined } from "../../connection/use-feed.ts";
import { api } from "../../lib/api.ts";
import { useLiveAuctions, useLiveEvent } from "../../store/live.ts";
import { useSession } from "../../store/session.ts";

const queryKey = ["my-auctions"];
/** A list read longer than this before the feed was joined may have missed something. */
const STALE_MS = 2000;

export const useMyAuctions = () => {
  const client = useQueryClient();
  const ownId = useSession(({ user }) => user?._id);
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Auction[]>("/auctions/user/my-auctions", undefined, signal),
  });
  const put = (change: (auctions: Auction[]) => Auction[]) =>
    client.setQueryData<Auction[]>(queryKey, (auctions) => auctions && change(auctions));

  useLiveEvent("auction:created", ({ auction }) => {
    if (auction.seller._id !== ownId) return;
    put((auctions) => (auctions.some(({ _id }) => _id === auction._id) ? auctions : [auction, ...auctions]));
  });
  useFeedJoined("admin", () => {
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > STALE_MS) void refetch();
  });

  const auctions = useLiveAuctions(data, "admin");
  return {
    auctions: data && auctions,
    error: data ? null : error,
    retry: () => void refetch(),
    /** What a call answered, ahead of the event that says it to everyone. */
    take: (auction: Auction) => put((known) => known.map((one) => (one._id === auction._id ? auction : one))),
  };
};
