// The request for the auction as which an unsold lot was listed again.
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";

/** The id of the new auction; null if there is none, or if it is unknown. */
export const useListedAgainAs = ({
  _id,
  status,
  winner,
}: Pick<Auction, "_id" | "status" | "winner">): string | null => {
  const { data } = useQuery({
    queryKey: ["listed-again", _id],
    queryFn: ({ signal }) => ask(calls.getListedAgain, { params: { id: _id }, signal }),
    enabled: status === "cancelled" || (status === "ended" && winner === null),
    staleTime: 0,
  });
  return data?.listedAgainAs ?? null;
};
