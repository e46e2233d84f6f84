// One page of the lots that the user sells, live: prices and ends come by the listing's feed, and the money is fetched
// again when a lot changes its status or the balance changes.
import { useQuery } from "@tanstack/react-query";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { useLiveRows } from "../../live/use-live-rows.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { ownSalesQuery } from "./queries.ts";

const lotEvents: readonly string[] = ["auction:status", "auction:bids-voided", "auction:removed"];

export const useOwnSales = (userId: string, page: number) => {
  const query = useQuery(ownSalesQuery(userId, page));
  const rows = useLiveRows(query.data?.auctions);
  usePushedEvents(({ type, data }) => {
    const isOwn = "auctionId" in data && rows.some(({ auction }) => auction._id === data.auctionId);
    if (type === "balance:changed" || (isOwn && lotEvents.includes(type))) void query.refetch();
  });
  useRefetchOnJoin("listing", query);
  return { query, rows };
};
