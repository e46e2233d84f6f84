// Finds the row of My Bids of a lot that the reader won, because the list of maxima does not say whether the lot is paid.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQuery } from "@tanstack/react-query";
import { myAuctionsQuery } from "../../../queries/my-bids.ts";

/**
 * Undefined while the row is not loaded, or if there is none. `wonId` is the lot's id; with null the hook asks nothing. It
 * reads two tabs, because unpaid lots have their own.
 */
export const useWonRow = (wonId: string | null): MyAuction | undefined => {
  const enabled = wonId !== null;
  const toPay = useQuery({ ...myAuctionsQuery("action", 1, LIST_LIMIT_MAX), enabled });
  const won = useQuery({ ...myAuctionsQuery("won", 1, LIST_LIMIT_MAX), enabled });
  const rows = [...(toPay.data?.auctions ?? []), ...(won.data?.auctions ?? [])];
  return rows.find(({ auction }) => auction._id === wonId);
};
