// One auction on the staff's screens. Their feed keeps it up to date, so a focused window does not fetch it again.
import { queryOptions } from "@tanstack/react-query";
import { fetchAuction } from "./auction.ts";

export const adminAuctionQuery = (auctionId: string) =>
  queryOptions({
    queryKey: ["admin-auction", auctionId],
    queryFn: ({ signal }) => fetchAuction(auctionId, signal),
    refetchOnWindowFocus: false,
  });
