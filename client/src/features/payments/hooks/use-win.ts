// Loads what the user owes or has paid on one auction. It asks the server only for users who can owe something there,
// and asks again after each event about that debt.
import type { Auction } from "@jara/shared/auction";
import type { Win } from "@jara/shared/rest/settlements";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { winQuery } from "../queries.ts";
import { useOwedNews } from "./use-owed-news.ts";

export interface WinView {
  /** Null for anybody who has neither won nor bought it; undefined while it is unknown. */
  win: Win | null | undefined;
  failed: boolean;
  retry: () => void;
}

/** `mayOwe`: the user led, bid or bought here. Others do not ask, so that not all watchers ask at the end. */
export const useWin = (
  { _id, status }: Pick<Auction, "_id" | "status">,
  userId: string | null,
  mayOwe: boolean,
): WinView => {
  const [isNamed, setIsNamed] = useState(false);
  const enabled = userId !== null && (mayOwe || isNamed);
  const query = useQuery({
    ...winQuery(_id, status, userId),
    enabled,
    placeholderData: keepPreviousData,
  });
  const { data, isError, refetch } = query;
  useOwedNews((auctionId) => {
    if (auctionId !== null && auctionId !== _id) return;
    if (auctionId === _id) setIsNamed(true);
    if (enabled) void refetchFromNow(query);
  });
  return { win: enabled ? data : null, failed: enabled && isError && data === undefined, retry: () => void refetch() };
};
