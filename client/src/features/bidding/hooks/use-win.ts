// Fetches what the winner owes: once the auction is over and the user led, again when the connection becomes live, and
// with every `win:changed` event.
import type { Auction } from "@jara/shared/auction";
import type { Win } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import { useOnLive } from "../../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { winQuery } from "../queries.ts";

/** Null while it is unknown, and for anybody who has not won. */
export const useWin = (auction: Pick<Auction, "_id" | "status" | "isLeading">, userId: string | null): Win | null => {
  const { _id, status, isLeading } = auction;
  const enabled = userId !== null && isLeading && (status === "ended" || status === "sold");
  const answer = useQuery({ ...winQuery(auction, userId), enabled });
  const { data, refetch } = answer;
  const refetchNow = () => void (enabled && refetch({ cancelRefetch: true }));
  useOnLive(() => void (enabled && refetchFromNow(answer)));
  useLiveEvent("win:changed", ({ auctionId }) => {
    if (auctionId === _id) refetchNow();
  });
  return (enabled && data?.win) || null;
};
