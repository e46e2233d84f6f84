// The filters and the order of an auction's history, kept only in the address.
import type * as calls from "@jara/shared/calls/auction-management";
import { type HistoryKind, historyKinds } from "@jara/shared/rest/admin-auctions";
import { choiceFilter, type FiltersOf, listFilters, pageFilter } from "../../lib/address-filters.ts";

export const kindLabels: Record<HistoryKind, string> = {
  bids: "Bids",
  edits: "Edits",
  status: "Status",
  payments: "Payments",
  refused: "Refused attempts",
};

export const historyFilters = listFilters<typeof calls.getHistory, "limit" | "refused">()({
  kind: choiceFilter(historyKinds),
  order: choiceFilter(["newest", "oldest"], "newest"),
  page: pageFilter,
});
export type HistoryFilters = FiltersOf<typeof historyFilters>;
