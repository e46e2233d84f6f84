// The home page's filters, kept only in the address. Invalid values in the address are dropped and never sent to the
// server.
import { type Currency, currencies } from "@jara/shared/money";
import type { SortField } from "@jara/shared/rest/auctions";

export interface Filters {
  search: string;
  minPrice: string;
  maxPrice: string;
  currency: Currency | "";
  hasReserve: "true" | "false" | "";
  hasBuyItNow: "true" | "false" | "";
  sortBy: SortField | "";
  sortOrder: "asc" | "desc" | "";
}
export type FilterName = keyof Filters;

export const noFilters: Filters = {
  search: "",
  minPrice: "",
  maxPrice: "",
  currency: "",
  hasReserve: "",
  hasBuyItNow: "",
  sortBy: "",
  sortOrder: "",
};

export const sortLabels: Record<SortField, string> = {
  createdAt: "Newest",
  startingPrice: "Starting price",
  currentPrice: "Current price",
  endTime: "End time",
  title: "Title",
};

const SEARCH_MAX = 200;
/** At least 0, with at most two decimals, as the server requires. */
export const isPrice = (typed: string): boolean => /^\d{1,11}(\.\d{1,2})?$/.test(typed);

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | "" =>
  values.find((known) => known === value) ?? "";
const flags = ["true", "false"] as const;

export const readFilters = (params: URLSearchParams): Filters => {
  const price = (name: string) => {
    const typed = params.get(name) ?? "";
    return isPrice(typed) ? typed : "";
  };
  return {
    search: (params.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    minPrice: price("minPrice"),
    maxPrice: price("maxPrice"),
    currency: oneOf(currencies, params.get("currency")),
    hasReserve: oneOf(flags, params.get("hasReserve")),
    hasBuyItNow: oneOf(flags, params.get("hasBuyItNow")),
    sortBy: oneOf(Object.keys(sortLabels) as SortField[], params.get("sortBy")),
    sortOrder: oneOf(["asc", "desc"], params.get("sortOrder")),
  };
};

/** Writes only the values that differ from the default. */
export const writeFilters = (filters: Filters): URLSearchParams => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  return params;
};

export interface Chip {
  name: FilterName;
  label: string;
}

const priceText = (amount: string, currency: Currency | "") => {
  const figures = Number(amount).toLocaleString("en-NG", { minimumFractionDigits: 2 });
  return currency === "USD" ? `$${figures}` : currency === "NGN" ? `₦${figures}` : figures;
};

/** One chip for each active filter. */
export const chipsOf = (filters: Filters): Chip[] => {
  const { search, minPrice, maxPrice, currency, hasReserve, hasBuyItNow, sortBy, sortOrder } = filters;
  const labels: [FilterName, string | false][] = [
    ["search", search !== "" && `“${search}”`],
    ["minPrice", minPrice !== "" && `From ${priceText(minPrice, currency)}`],
    ["maxPrice", maxPrice !== "" && `Up to ${priceText(maxPrice, currency)}`],
    ["currency", currency !== "" && (currency === "NGN" ? "Naira (₦)" : "Dollar ($)")],
    ["hasReserve", hasReserve !== "" && (hasReserve === "true" ? "With reserve" : "No reserve")],
    ["hasBuyItNow", hasBuyItNow !== "" && (hasBuyItNow === "true" ? "With Buy It Now" : "No Buy It Now")],
    ["sortBy", sortBy !== "" && `Sorted by ${sortLabels[sortBy].toLowerCase()}`],
    ["sortOrder", sortOrder !== "" && (sortOrder === "asc" ? "Ascending" : "Descending")],
  ];
  return labels.flatMap(([name, label]) => (label ? [{ name, label }] : []));
};

/** True if a filter narrows the list. The order alone does not. */
export const narrows = (filters: Filters): boolean =>
  chipsOf(filters).some(({ name }) => name !== "sortBy" && name !== "sortOrder");
