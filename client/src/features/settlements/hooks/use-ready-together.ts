// The lots of a buyer and a sale that are ready for pickup: they are handed over together.
import { HANDOVER_MAX, type Settlement } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import { isPossible } from "../desk-actions.ts";
import { byLot } from "../fold-settlement.ts";
import { fetchAllSettlements } from "../queries.ts";
import { settlementFilters } from "../settlement-filters.ts";

/** The lot that was asked for is among them, also while the others are not known. */
export const useReadyTogether = (settlement: Settlement) => {
  const { buyer, sale } = settlement;
  const saleId = sale?._id ?? "";
  const filters = { ...settlementFilters.unfiltered, status: "paid", buyer: buyer._id, sale: saleId, page: 1 } as const;
  const { data, error, isLoading } = useQuery({
    queryKey: ["ready together", buyer._id, saleId],
    queryFn: () => fetchAllSettlements(filters, HANDOVER_MAX),
    staleTime: 0,
    gcTime: 0,
  });
  const others = (data ?? []).filter(
    (one) => one._id !== settlement._id && (one.sale?._id ?? "") === saleId && isPossible("handed-over", one),
  );
  return { ready: [settlement, ...others].sort(byLot), isUnknown: isLoading, error };
};
