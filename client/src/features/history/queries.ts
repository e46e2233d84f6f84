// Fetches one page of the bids of an auction, newest first.

import type { Bid } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/bids";
import { ask } from "../../lib/api.ts";
import { PAGE_SIZE } from "./merge-bids.ts";

export interface BidPage {
  bids: Bid[];
  total: number;
}

export const fetchBidPage = (auctionId: string, page: number): Promise<BidPage> =>
  ask(calls.listBids, { params: { id: auctionId }, query: { page, limit: PAGE_SIZE } });
