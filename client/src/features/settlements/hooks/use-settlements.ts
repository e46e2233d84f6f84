// One page of settlements: fetched, kept up to date by the administrators' feed, and fetched again whenever that feed
// is joined again. The cache is dropped when the screen closes, so that debts are never shown from memory.
import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { api } from "../../../lib/api.ts";
import { useReadAgainWhenJoined } from "../../../queries/use-refetch-on-join.ts";
import { foldSettlement, type HeldSettlements, heldSettlements } from "../fold-settlement.ts";
import type { SettlementFilters } from "../settlement-filters.ts";

export const useSettlements = (filters: SettlementFilters) => {
  const client = useQueryClient();
  const { status, kind, q, page } = filters;
  const queryKey = ["settlements", status, kind, q, page];
  /** Updates received while a request was under way, whose answer may be older than they are. */
  const underWay = useRef(new Set<Settlement[]>());

  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const heard: Settlement[] = [];
      underWay.current.add(heard);
      const asOf = serverNow();
      try {
        const query = { status, kind, q, ...(page > 1 && { page }) };
        const answer = await api.get<Settlements>("/settlements", query, signal);
        return heard.reduce((held, one) => foldSettlement(held, one, filters), heldSettlements(answer, asOf));
      } finally {
        underWay.current.delete(heard);
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

  const put = (settlement: Settlement) => {
    for (const heard of underWay.current) heard.push(settlement);
    client.setQueryData<HeldSettlements>(queryKey, (held) => held && foldSettlement(held, settlement, filters));
  };
  useLiveEvent("settlement:changed", ({ settlement }) => put(settlement));

  useReadAgainWhenJoined("admin", list);

  return {
    held: list.data,
    /** True while another page or other filters are loading. */
    isTurning: list.isPlaceholderData,
    error: list.data && !list.isPlaceholderData ? null : list.error,
    retry: () => void list.refetch(),
    put,
    /** Fetches one row again, in its place. */
    readAgain: ({ _id }: Settlement) =>
      void api.get<{ settlement: Settlement }>(`/settlements/${encodeURIComponent(_id)}`).then(
        ({ settlement }) => put(settlement),
        () => void client.invalidateQueries({ queryKey: ["settlements"] }),
      ),
  };
};
