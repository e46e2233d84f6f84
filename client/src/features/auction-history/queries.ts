// The requests for an auction's history, a page at a time, and for what one bidder did on it (managers and
// administrators).
import * as calls from "@jara/shared/calls/auction-management";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { type HistoryFilters, historyFilters } from "./history-filters.ts";

export const PAGE_SIZE = 50;

/** With `userId`, also what this person sent, and the answers and mails that they got. */
export const complaintQuery = (auctionId: string, userId: string | null) =>
  queryOptions({
    queryKey: ["complaint", auctionId, userId],
    queryFn: ({ signal }) => ask(calls.getComplaint, { params: { id: auctionId }, query: { userId }, signal }),
    // Each read is in the audit log.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const auctionHistoryQuery = (auctionId: string, filters: HistoryFilters) =>
  queryOptions({
    queryKey: ["auction-history", auctionId, filters],
    queryFn: ({ signal }) => {
      return ask(calls.getHistory, {
        params: { id: auctionId },
        query: { ...historyFilters.queryOf(filters), limit: PAGE_SIZE, refused: true },
        signal,
      });
    },
    // Never shows another auction's entries in place of this auction's.
    placeholderData: (before, query) => (query?.queryKey[1] === auctionId ? keepPreviousData(before) : undefined),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
