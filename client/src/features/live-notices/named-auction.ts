// Finds the title and the currency of an auction if an event does not carry them: from this page's own data, otherwise
// from the server.
import type { Auction } from "@jara/shared/auction";
import { getLive } from "../../live/live.ts";
import { fetchAuction } from "../../queries/auction.ts";

/** Null when it is not available. */
export const namedAuction = async (auctionId: string): Promise<Pick<Auction, "title" | "currency"> | null> => {
  const known = getLive().store.getState().entries[auctionId]?.view?.auction;
  if (known) return known;
  return fetchAuction(auctionId).catch(() => null);
};
