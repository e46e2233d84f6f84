// Fetches the titles of the lots that the user bid on last.
import * as calls from "@jara/shared/calls/bids";
import { ask } from "../../lib/api.ts";

const LIMIT = 100;

/** Titles by auction id. */
export const fetchOwnLotTitles = async (): Promise<Map<string, string>> => {
  const bids = await ask(calls.listMyBids, { query: { limit: LIMIT } });
  return new Map(bids.map(({ auction }) => [auction._id, auction.title]));
};
