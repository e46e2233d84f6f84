// The user's own bids on one auction: those in the visible history and, because the history holds only the newest bids,
// those in the user's own list. Fetched only while a withdrawal is possible.
import type { Bid } from "@jara/shared/auction";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { ownBidsQuery } from "./queries.ts";

type OwnBid = Pick<Bid, "_id" | "kind" | "timestamp" | "voided">;

export const useOwnBids = (auctionId: string, shown: readonly Bid[], enabled: boolean): OwnBid[] => {
  const { data, refetch } = useQuery({ ...ownBidsQuery(auctionId), enabled });
  const again = (event: { auctionId: string }) => {
    if (enabled && event.auctionId === auctionId) void refetch();
  };
  useLiveEvent("auction:mine", again);
  useLiveEvent("auction:bids-voided", again);
  return useMemo(() => {
    const byId = new Map<string, OwnBid>();
    for (const bid of [...(data ?? []), ...shown.filter(({ bidder }) => bidder.username === "You")]) {
      const voided = bid.voided ?? byId.get(bid._id)?.voided;
      byId.set(bid._id, voided ? { ...bid, voided } : bid);
    }
    return [...byId.values()];
  }, [data, shown]);
};
