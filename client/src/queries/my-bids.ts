// The requests for the auctions that the user bid on or bought. Those for auctions that staff created are in
// features/my-auctions.
import * as calls from "@jara/shared/calls/my-auctions";
import type { MyTab } from "@jara/shared/my-tabs";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";

/** The first part of the keys. */
export const MY_BIDS = "my-bids";

/** `tab` null: the server chooses the first tab that has an auction. */
export const myAuctionsQuery = (tab: MyTab | null, page: number, limit?: number) =>
  queryOptions({
    queryKey: [MY_BIDS, tab, page, limit],
    queryFn: ({ signal }) => ask(calls.listMyBidAuctions, { query: { ...(tab && { tab }), page, limit }, signal }),
  });

/** One auction, whatever its tab; null if it is no longer one of the user's auctions. */
export const myAuctionQuery = (auctionId: string) =>
  queryOptions({
    queryKey: [MY_BIDS, "one", auctionId],
    queryFn: async ({ signal }) => {
      const { auctions } = await ask(calls.listMyBidAuctions, { query: { auction: auctionId }, signal });
      return auctions[0] ?? null;
    },
  });
