// One page of the user's auctions, live: fetched again on events about the user, and kept in step with the listing's feed.
// A row whose auction moves to another tab stays until the reader goes to another page, so that no row vanishes unread.
import type { MyTab } from "@jara/shared/my-tabs";
import type { MyAuction, MyAuctions } from "@jara/shared/rest/my-auctions";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { isOwnNews } from "../../connection/use-own-news.ts";
import { useLiveRows } from "../../live/use-live-rows.ts";
import { MY_BIDS, myAuctionQuery, myAuctionsQuery } from "../../queries/my-bids.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { keepRows } from "./keep-rows.ts";

/** These events are about any auction. They matter if the auction is on the page. */
const auctionEvents = ["auction:status", "auction:bids-voided", "auction:removed"];

/** The answer's rows, and those that were on this page before. */
const useKeptRows = (data: MyAuctions | undefined, page: string): MyAuction[] => {
  const [kept, setKept] = useState<{ page: string; data?: MyAuctions; rows: MyAuction[] }>({ page, rows: [] });
  if (data && (kept.data !== data || kept.page !== page)) {
    setKept({ page, data, rows: keepRows(kept.page === page ? kept.rows : [], data.auctions) });
  }
  const gone = kept.rows.filter(({ auction }) => !data?.auctions.some((row) => row.auction._id === auction._id));
  const moved = useQueries({ queries: gone.map(({ auction }) => myAuctionQuery(auction._id)) });
  const newer = new Map(moved.flatMap(({ data: row }) => (row ? [[row.auction._id, row] as const] : [])));
  return kept.rows.map((row) => newer.get(row.auction._id) ?? row);
};

export const useMyRows = (tab: MyTab | null, page: number) => {
  const client = useQueryClient();
  const query = useQuery({ ...myAuctionsQuery(tab, page), placeholderData: keepPreviousData });
  const { data } = query;
  const kept = useKeptRows(query.isPlaceholderData ? undefined : data, `${tab ?? data?.tab} ${page}`);
  const rows = useLiveRows(kept);

  const refetch = () => void client.invalidateQueries({ queryKey: [MY_BIDS] });
  usePushedEvents((frame) => {
    const auctionId = "auctionId" in frame.data ? frame.data.auctionId : null;
    const shown = rows.find(({ auction }) => auction._id === auctionId)?.auction;
    // No feed says which bids are void, but only a void lowers a price.
    const isFallen = frame.type === "auction:price" && shown && frame.data.currentPrice < shown.currentPrice;
    if (isOwnNews(frame) || isFallen || (shown && auctionEvents.includes(frame.type))) refetch();
  });
  useRefetchOnJoin("listing", query);
  return { query, rows };
};
