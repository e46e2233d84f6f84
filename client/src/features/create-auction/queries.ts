// The request that creates an auction.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { ask } from "../../lib/api.ts";

export const createAuction = async (body: CreateAuctionBody, idempotencyKey: string): Promise<Auction> =>
  (await ask(calls.createAuction, { body, idempotencyKey })).auction;
