// The requests of My Auctions: the auctions that the person created, and the cancellation of one. The requests for
// auctions that a user bid on are in features/my-bids.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { ownListQuery } from "../../queries/own-list.ts";
import { type OwnFilter, ownFilters } from "./own-filter.ts";

/** The page size is limited because each card listens to events and counts down. */
const PAGE_SIZE = 24;

export const myAuctionsQuery = (filter: OwnFilter) =>
  ownListQuery(["my-auctions", filter], PAGE_SIZE, (page, signal) =>
    ask(calls.listMyAuctions, { query: { ...ownFilters.queryOf(filter), ...page }, signal }),
  );

export const ownCountsQuery = queryOptions({
  queryKey: ["my-auctions", "counts"],
  queryFn: async ({ signal }) => (await ask(calls.countMyAuctions, { signal })).counts,
});

export const cancelAuction = async (auctionId: string): Promise<Auction> =>
  (await ask(calls.cancelAuction, { params: { id: auctionId } })).auction;
