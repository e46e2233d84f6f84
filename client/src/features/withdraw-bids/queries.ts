// Fetches the user's own bids on one auction, from the newest of the user's own list.
import type { MyBid } from "@jara/shared/auction";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const LIMIT = 100;

export const ownBidsQuery = (auctionId: string) =>
  queryOptions({
    queryKey: ["own-bids", auctionId],
    queryFn: async ({ signal }) => {
      const own = await api.get<MyBid[]>("/bids/user/my-bids", { limit: LIMIT }, signal);
      return own.filter(({ auction }) => auction._id === auctionId);
    },
  });
