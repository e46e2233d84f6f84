// Fetches one page of the bids of an auction, newest first.
import type { Bid } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";
import { PAGE_SIZE } from "./merge-bids.ts";

export interface BidPage {
  bids: Bid[];
  total: number;
}

export const fetchBidPage = (auctionId: string, page: number): Promise<BidPage> =>
  api.get<BidPage>(`/bids/auction/${encodeURIComponent(auctionId)}`, { page, limit: PAGE_SIZE });
