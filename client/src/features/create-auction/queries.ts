// The request that creates the auction, from an unfinished lot if there is one.
import type { Auction } from "@jara/shared/auction";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { api } from "../../lib/api.ts";

export const createAuction = async (body: CreateAuctionBody, idempotencyKey: string): Promise<Auction> =>
  (await api.post<{ auction: Auction }>("/auctions", body, { idempotencyKey })).auction;
