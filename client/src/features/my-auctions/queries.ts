// The requests of My Auctions: the administrator's own auctions, and the cancellation of one.
import type { Auction } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";
import { ownListQuery } from "../../queries/own-list.ts";

/** The page size is limited because each card listens to events and counts down. */
const PAGE_SIZE = 24;

export const myAuctionsQuery = ownListQuery<Auction>(["my-auctions"], "/auctions/user/my-auctions", PAGE_SIZE);

export const cancelAuction = async (auctionId: string): Promise<Auction> =>
  (await api.patch<{ auction: Auction }>(`/auctions/${encodeURIComponent(auctionId)}/cancel`)).auction;
