// Reads what My Bids knows of a lot that the reader won: the list of maxima does not know whether it is paid.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQuery } from "@tanstack/react-query";
import { myAuctionsQuery } from "../../../queries/my-bids.ts";

/** Undefined: it is not known. `wonId`: the lot; null asks nothing. What is to be paid is in a tab of its own. */
export const useWonRow = (wonId: string | null): MyAuction | undefined => {
  const enabled = wonId !== null;
  const toPay = useQuery({ ...myAuctionsQuery("action", 1, LIST_LIMIT_MAX), enabled });
  const won = useQuery({ ...myAuctionsQuery("won", 1, LIST_LIMIT_MAX), enabled });
  const rows = [...(toPay.data?.auctions ?? []), ...(won.data?.auctions ?? [])];
  return rows.find(({ auction }) => auction._id === wonId);
};
