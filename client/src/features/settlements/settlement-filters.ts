// The settlements' filters and page number, from the address.
import type * as calls from "@jara/shared/calls/settlements";
import { settlementKinds, settlementStatuses } from "@jara/shared/rest/settlements";
import { choiceFilter, type FiltersOf, listFilters, pageFilter, textFilter } from "../../lib/address-filters.ts";

export const settlementFilters = listFilters<typeof calls.listSettlements, "limit">()({
  status: choiceFilter(settlementStatuses),
  kind: choiceFilter(settlementKinds),
  q: textFilter(),
  sale: textFilter(),
  buyer: textFilter(),
  page: pageFilter,
});
export type SettlementFilters = FiltersOf<typeof settlementFilters>;
