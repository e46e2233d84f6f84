// The filters and the order of an auction's history, kept only in the address.
import { type HistoryKind, historyKinds } from "@jara/shared/rest/admin-auctions";

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

export const readFilters = (params: URLSearchParams): HistoryFilters => {
  const page = params.get("page") ?? "";
  return {
    kind: historyKinds.find((kind) => kind === params.get("kind")) ?? "",
    order: params.get("order") === "oldest" ? "oldest" : "newest",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
};

/** Writes only the values that differ from the default. */
export const writeFilters = ({ kind, order, page }: HistoryFilters): URLSearchParams => {
  const params = new URLSearchParams();
  if (kind) params.set("kind", kind);
  if (order !== "newest") params.set("order", order);
  if (page > 1) params.set("page", String(page));
  return params;
};
