// Says what is to be paid for a lot that the reader won. The list of maxima does not know it, but My Bids does.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQuery } from "@tanstack/react-query";
import { myAuctionsQuery } from "../../../queries/my-bids.ts";

/** Null: nothing is due, or it is not known yet. `wonId`: the lot; null asks nothing. */
export const useDue = (wonId: string | null): MyAuction["owed"] => {
  const { data } = useQuery({ ...myAuctionsQuery("action", 1, LIST_LIMIT_MAX), enabled: wonId !== null });
  const owed = data?.auctions.find(({ auction }) => auction._id === wonId)?.owed ?? null;
  return owed?.status === "open" ? owed : null;
};
