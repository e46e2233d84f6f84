// Finds the facts about an auction that an event does not carry: from this page's own data, otherwise from the server.
import type { Auction } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";
import { getLive } from "../../store/live.ts";

/** Null when it is not available. */
export const namedAuction = async (auctionId: string): Promise<Pick<Auction, "title" | "currency"> | null> => {
  const known = getLive().store.getState().entries[auctionId]?.view?.auction;
  if (known) return known;
  const answer = await api.get<{ auction: Auction }>(`/auctions/${encodeURIComponent(auctionId)}`).catch(() => null);
  return answer?.auction ?? null;
};
