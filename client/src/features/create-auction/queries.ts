// The request that creates an auction.
import type { Auction } from "@jara/shared/auction";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { api } from "../../lib/api.ts";

export const createAuction = async (body: CreateAuctionBody, idempotencyKey: string): Promise<Auction> =>
  (await api.post<{ auction: Auction }>("/auctions", body, { idempotencyKey })).auction;
