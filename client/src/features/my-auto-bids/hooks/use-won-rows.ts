// Reads the rows of My Bids of the lots that the reader won, because the list of maxima does not say which are paid.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQuery } from "@tanstack/react-query";
import { myAuctionsQuery } from "../../../queries/my-bids.ts";

/** Reads two tabs, because unpaid lots have their own. `enabled` false: asks nothing. By the lot's id. */
export const useWonRows = (enabled: boolean): ReadonlyMap<string, MyAuction> => {
  const toPay = useQuery({ ...myAuctionsQuery("action", 1, LIST_LIMIT_MAX), enabled });
  const won = useQuery({ ...myAuctionsQuery("won", 1, LIST_LIMIT_MAX), enabled });
  const rows = [...(toPay.data?.auctions ?? []), ...(won.data?.auctions ?? [])];
  return new Map(rows.map((row) => [row.auction._id, row]));
};
