// The filters and the order of an auction's history, kept only in the address.
import { type HistoryKind, historyKinds } from "@jara/shared/rest/admin-auctions";
import { choiceIn, pageIn, paramsOf } from "../../lib/address-filters.ts";

export interface HistoryFilters {
  kind: HistoryKind | "";
  order: "newest" | "oldest";
  page: number;
}

export const kindLabels: Record<HistoryKind, string> = {
  bids: "Bids",
  edits: "Edits",
  status: "Status",
  payments: "Payments",
  refused: "Refused attempts",
};

export const readFilters = (params: URLSearchParams): HistoryFilters => ({
  kind: choiceIn(params, "kind", historyKinds),
  order: choiceIn(params, "order", ["oldest"], "newest"),
  page: pageIn(params),
});

export const writeFilters = (filters: HistoryFilters): URLSearchParams => paramsOf(filters, { order: "newest" });
