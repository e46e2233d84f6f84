// The request for the state of Buy It Now on one auction.
import * as calls from "@jara/shared/calls/buy-it-now";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

/** `isSold` is part of the key, because what was known before the sale does not say how the auction was sold. */
export const buyItNowStatusQuery = (auctionId: string, userId: string | null, isSold: boolean) =>
  queryOptions({
    queryKey: ["buy-it-now-status", auctionId, userId, isSold],
    queryFn: ({ signal }) => ask(calls.getBuyItNowStatus, { params: { id: auctionId }, signal }),
  });
