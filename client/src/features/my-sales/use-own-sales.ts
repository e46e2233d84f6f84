// One page of the lots that the user sells, live: prices and ends come by the listing's feed, and the money is fetched
// again when a lot changes its status or the balance changes.
import type { OwnSale } from "@jara/shared/rest/seller-sales";
import { useQuery } from "@tanstack/react-query";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { useLiveAuctions } from "../../live/live.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { ownSalesQuery } from "./queries.ts";

const lotEvents: readonly string[] = ["auction:status", "auction:bids-voided", "auction:removed"];

export const useOwnSales = (userId: string, page: number) => {
  const query = useQuery(ownSalesQuery(userId, page));
  const auctions = useLiveAuctions(query.data?.auctions.map(({ auction }) => auction));
  usePushedEvents(({ type, data }) => {
    const isOwn = "auctionId" in data && auctions.some(({ _id }) => _id === data.auctionId);
    if (type === "balance:changed" || (isOwn && lotEvents.includes(type))) void query.refetch();
  });
  useRefetchOnJoin("listing", query);
  const live = new Map(auctions.map((auction) => [auction._id, auction]));
  const rows = (query.data?.auctions ?? []).flatMap((row): OwnSale[] => {
    const auction = live.get(row.auction._id);
    return auction ? [{ ...row, auction }] : [];
  });
  return { query, rows };
};
