// Fetches one auction by REST.
import type { Auction } from "@jara/shared/auction";
import { api } from "../lib/api.ts";

export const fetchAuction = async (auctionId: string, signal?: AbortSignal): Promise<Auction> =>
  (await api.get<{ auction: Auction }>(`/auctions/${encodeURIComponent(auctionId)}`, undefined, signal)).auction;
