// Fetches the titles of the lots that the user bid on last.
import type { MyBid } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";

const LIMIT = 100;

/** Titles by auction id. */
export const fetchOwnLotTitles = async (): Promise<Map<string, string>> => {
  const bids = await api.get<MyBid[]>("/bids/user/my-bids", { limit: LIMIT });
  return new Map(bids.map(({ auction }) => [auction._id, auction.title]));
};
