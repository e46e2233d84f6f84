// One page of settlements: fetched, kept up to date by the staff's feeds, and fetched again whenever they are joined
// again. The cache is dropped when the screen closes, so that debts are never shown from memory.
import type { Settlement } from "@jara/shared/rest/settlements";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { serverNow } from "../../../connection/connection.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";
import { useUpdatesUnderWay } from "../../../queries/use-updates-under-way.ts";
import { foldSettlement, type HeldSettlements, heldSettlements, isUncertain } from "../fold-settlement.ts";
import { fetchSettlement, fetchSettlements } from "../queries.ts";
import type { SettlementFilters } from "../settlement-filters.ts";

export const useSettlements = (filters: SettlementFilters) => {
  const client = useQueryClient();
  const queryKey = ["settlements", filters];
  const updates = useUpdatesUnderWay<Settlement>();

  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const asOf = serverNow();
      return updates.fetchThenApply<HeldSettlements>(
        async () => heldSettlements(await fetchSettlements(filters, signal), asOf, filters),
        (held, settlement) => foldSettlement(held, settlement, filters),
      );
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

  const fold = (settlement: Settlement, isAnswer: boolean) =>
    client.setQueryData<HeldSettlements>(
      queryKey,
      (held) => held && foldSettlement(held, settlement, filters, isAnswer),
    );
  /** Shows the server's answer. */
  const put = (settlement: Settlement) => {
    updates.note(settlement);
    fold(settlement, true);
  };
  /** Fetches one row again, in its place. */
  const refetchOne = ({ _id }: Settlement) =>
    void fetchSettlement(_id).then(put, () => void client.invalidateQueries({ queryKey: ["settlements"] }));
  useLiveEvent("settlement:changed", ({ settlement }) => {
    const held = client.getQueryData<HeldSettlements>(queryKey);
    if (held && isUncertain(held, settlement)) return refetchOne(settlement);
    updates.note(settlement);
    fold(settlement, false);
  });

  useRefetchOnJoin("admin", list);

  return {
    held: list.data,
    /** True while another page or other filters are loading. */
    isLoadingPage: list.isPlaceholderData,
    error: list.data && !list.isPlaceholderData ? null : list.error,
    retry: () => void list.refetch(),
    put,
    refetchOne,
  };
};
