// Fetches one auction by REST.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import { ask } from "../lib/api.ts";

export const fetchAuction = async (auctionId: string, signal?: AbortSignal): Promise<Auction> =>
  (await ask(calls.getAuction, { params: { id: auctionId }, signal })).auction;
