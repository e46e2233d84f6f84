// Says whether Buy It Now can still come: the lot is not over, and the bids have not reached its price.
import type { Auction } from "@jara/shared/auction";
import { isOver } from "./is-over.ts";

export const isBuyItNowAhead = (auction: Pick<Auction, "status" | "currentPrice" | "buyItNowPrice">): boolean =>
  auction.buyItNowPrice !== null && !isOver(auction) && auction.currentPrice < auction.buyItNowPrice;
