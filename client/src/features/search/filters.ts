// The home page's filters, kept only in the address. Invalid values in the address are dropped and never sent to the
// server.

import { type Condition, conditionLabels, conditions } from "@jara/shared/categories";
import type { ListSortField } from "@jara/shared/list-orders";
import { type Currency, currencies, formatMoney } from "@jara/shared/money";
import { regionLabel, regions } from "@jara/shared/regions";
import { SEARCH_MAX } from "@jara/shared/search-max";
import { labelOfCategory } from "../../store/categories.ts";

export interface Filters {
  search: string;
  minPrice: string;
  maxPrice: string;
  /** The currency of the two prices: the one that the reader had chosen when typing them. Empty: naira. */
  priceCurrency: Currency | "";
  currency: Currency | "";
  hasReserve: "true" | "false" | "";
  hasBuyItNow: "true" | "false" | "";
  /** Values with commas between them. */
  category: string;
  condition: string;
  location: string;
  /** Filters on fields of the condition report. */
  yearFrom: string;
  yearTo: string;
  mileageTo: string;
  storageFrom: string;
  /** Empty: the usual order (`usualSortOf`). */
  sortBy: SortBy | "";
  sortOrder: "asc" | "desc" | "";
}
export type FilterName = keyof Filters;

export const noFilters: Filters = {
  search: "",
  minPrice: "",
  maxPrice: "",
  priceCurrency: "",
  currency: "",
  hasReserve: "",
  hasBuyItNow: "",
  category: "",
  condition: "",
  location: "",
  yearFrom: "",
  yearTo: "",
  mileageTo: "",
  storageFrom: "",
  sortBy: "",
  sortOrder: "",
};

/** The filters of several values, with the words for each. */
export const lists = {
  /** Any code, because the site may have categories that have not come yet. */
  category: { values: null, labelOf: labelOfCategory },
  condition: {
    values: conditions as readonly string[],
    labelOf: (value: string) => conditionLabels[value as Condition],
  },
  location: { values: regions as readonly string[], labelOf: regionLabel },
} as const;
export type ListName = keyof typeof lists;
const listNames = Object.keys(lists) as ListName[];

/** Numbers of the condition report, of at most six digits, each with its chip. */
const reportNumbers = {
  yearFrom: "From year *",
  yearTo: "Up to year *",
  mileageTo: "Up to * km",
  storageFrom: "From * GB",
} as const;
export type ReportFilter = keyof typeof reportNumbers;
const reportNames = Object.keys(reportNumbers) as ReportFilter[];

export type SortBy = ListSortField | "relevance";
export const sortLabels: Record<SortBy, string> = {
  relevance: "Best match",
  createdAt: "Date listed",
  startingPrice: "Starting price",
  currentPrice: "Current price",
  endTime: "End time",
  title: "Title",
  bidCount: "Number of bids",
};

/** At least 0, with at most two decimals, as the server requires. */
export const isPrice = (typed: string): boolean => /^\d{1,11}(\.\d{1,2})?$/.test(typed);

const isCategoryCode = /^[a-z][a-z\d-]{0,29}$/;

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | "" =>
  values.find((known) => known === value) ?? "";
const flags = ["true", "false"] as const;

export const chosenIn = (filters: Filters, name: ListName): string[] =>
  filters[name] === "" ? [] : filters[name].split(",");

/** The filters with one value of a list chosen, or not chosen any more. */
export const withToggled = (filters: Filters, name: ListName, value: string): Filters => {
  const chosen = chosenIn(filters, name);
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return { ...filters, [name]: next.join(",") };
};

export const readFilters = (params: URLSearchParams): Filters => {
  const price = (name: string) => {
    const typed = params.get(name) ?? "";
    return isPrice(typed) ? typed : "";
  };
  const several = (name: ListName) => {
    const given = params.getAll(name).flatMap((text) => text.split(","));
    const known = lists[name].values ?? new Set(given.filter((code) => isCategoryCode.test(code)));
    return [...known].filter((value) => given.includes(value)).join(",");
  };
  const whole = (name: ReportFilter) => /^[1-9]\d{0,5}$/.exec(params.get(name) ?? "")?.[0] ?? "";
  const [minPrice, maxPrice] = [price("minPrice"), price("maxPrice")];
  const currency = oneOf(currencies, params.get("currency"));
  // Prices without a currency are those of the lots' currency. Naming it keeps them when that filter is removed.
  const ofPrices = oneOf(currencies, params.get("priceCurrency")) || currency || "NGN";
  const isNamed = (minPrice || maxPrice) !== "" && (ofPrices !== "NGN" || currency === "USD");
  const search = (params.get("search") ?? "").trim().slice(0, SEARCH_MAX);
  const sortBy = oneOf(Object.keys(sortLabels) as SortBy[], params.get("sortBy"));
  return {
    search,
    minPrice,
    maxPrice,
    priceCurrency: isNamed ? ofPrices : "",
    currency,
    hasReserve: oneOf(flags, params.get("hasReserve")),
    hasBuyItNow: oneOf(flags, params.get("hasBuyItNow")),
    category: several("category"),
    condition: several("condition"),
    location: several("location"),
    ...(Object.fromEntries(reportNames.map((name) => [name, whole(name)])) as Record<ReportFilter, string>),
    // Without words every lot matches equally.
    sortBy: sortBy === usualSortOf({ search }) || (sortBy === "relevance" && !search) ? "" : sortBy,
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
  /** One of several values of the filter. */
  value?: string;
}

const priceText = (amount: string, currency: Currency | ""): string => formatMoney(Number(amount), currency || "NGN");

/** One chip for each filter that narrows the list. The order has a control of its own. */
export const chipsOf = (filters: Filters): Chip[] => {
  const { search, minPrice, maxPrice, priceCurrency, currency, hasReserve, hasBuyItNow } = filters;
  const labels: [FilterName, string | false][] = [
    ["search", search !== "" && `“${search}”`],
    ["minPrice", minPrice !== "" && `From ${priceText(minPrice, priceCurrency)}`],
    ["maxPrice", maxPrice !== "" && `Up to ${priceText(maxPrice, priceCurrency)}`],
    ["currency", currency !== "" && (currency === "NGN" ? "Naira (₦)" : "Dollar ($)")],
    ["hasReserve", hasReserve !== "" && (hasReserve === "true" ? "With reserve" : "No reserve")],
    ["hasBuyItNow", hasBuyItNow !== "" && (hasBuyItNow === "true" ? "With Buy It Now" : "No Buy It Now")],
    ...reportNames.map((name): [FilterName, string | false] => [
      name,
      filters[name] &&
        reportNumbers[name].replace(
          "*",
          +filters[name] > 9999 ? (+filters[name]).toLocaleString("en-NG") : filters[name],
        ),
    ]),
  ];
  const single = labels.flatMap(([name, label]): Chip[] => (label ? [{ name, label }] : []));
  const several = listNames.flatMap((name) =>
    chosenIn(filters, name).map((value): Chip => ({ name, value, label: lists[name].labelOf(value) })),
  );
  return [...single, ...several];
};

export const withoutChip = (filters: Filters, { name, value }: Chip): Filters =>
  value === undefined ? { ...filters, [name]: "" } : withToggled(filters, name as ListName, value);

/** True if a filter narrows the list. The order alone does not. */
export const narrows = (filters: Filters): boolean => chipsOf(filters).length > 0;

/** The order of a list without one in the address: the best match first, or the newest if no words are searched. */
export const usualSortOf = ({ search }: Pick<Filters, "search">): SortBy => (search ? "relevance" : "createdAt");

/** The order that the screens show a list in: the end time begins with the soonest, everything else with the highest. */
export const usualOrderOf = (sortBy: Filters["sortBy"]): "asc" | "desc" => (sortBy === "endTime" ? "asc" : "desc");

/** The direction of the list: the default one if the address does not name one. */
export const orderIn = ({ sortBy, sortOrder }: Filters): "asc" | "desc" => sortOrder || usualOrderOf(sortBy);
