// What an event does not say of its auction: from what this page knows of it, else asked for.
import type { Auction } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";
import { getLive } from "../../store/live.ts";

/** Null: it is not to be had. */
export const namedAuction = async (auctionId: string): Promise<Pick<Auction, "title" | "currency"> | null> => {
  const known = getLive().store.getState().entries[auctionId]?.view?.auction;
  if (known) return known;
  const answer = await api.get<{ auction: Auction }>(`/auctions/${encodeURIComponent(auctionId)}`).catch(() => null);
  return answer?.auction ?? null;
};
