// The auction in the edit dialog: fetched when the dialog opens, kept up to date by the staff's feeds, and fetched
// again whenever they are joined again.
import type { Auction } from "@jara/shared/auction";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../../lib/api.ts";
import { useLiveAuctions } from "../../../live/live.ts";
import { adminAuctionQuery } from "../../../queries/admin-auction.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";

/** `row`: the auction as the table already knows it. */
export const useEditedAuction = (auctionId: string, row: Auction | undefined) => {
  const query = useQuery({ ...adminAuctionQuery(auctionId), staleTime: 0, gcTime: 0 });
  useRefetchOnJoin("admin", query);
  const { data, error, refetch } = query;
  const read = data ?? row;
  const [auction] = useLiveAuctions(read && [read], "admin");
  const isGone = (read !== undefined && !auction) || (error instanceof ApiError && error.status === 404);
  return { auction: isGone ? undefined : auction, isGone, error, retry: () => void refetch() };
};
