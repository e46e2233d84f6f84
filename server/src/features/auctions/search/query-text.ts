// Writes a query of the listing as the address has it, always the same for the same query: fields in alphabetical order,
// without the page and without what changes nothing.
import { type AuctionListQuery, auctionListQuery } from "@jara/shared/rest/auctions";
import type { SavedQuery } from "@jara/shared/rest/saved-searches";
import { searchWords } from "@jara/shared/search-text";
import { textOf } from "../../../platform/database/pages.ts";

type Field = keyof AuctionListQuery;
const pageFields: readonly Field[] = ["page", "limit"];
const orderFields: readonly Field[] = ["sortBy", "sortOrder"];

const without = (query: AuctionListQuery, left: readonly Field[]): SavedQuery => {
  const isPriced = query.minPrice !== undefined || query.maxPrice !== undefined;
  const kept = {
    ...query,
    search: textOf(query) || undefined,
    priceCurrency: isPriced ? query.priceCurrency : undefined,
  };
  const fields = (Object.keys(kept) as Field[]).filter((name) => !left.includes(name) && kept[name] !== undefined);
  return Object.fromEntries(fields.sort().map((name) => [name, [kept[name]].flat().join(",")]));
};

/** Everything that decides what the page shows. */
export const queryText = (query: AuctionListQuery): SavedQuery => without(query, pageFields);

/** The part of a query that decides which lots are found, whatever their order. */
export const filterText = (query: AuctionListQuery): SavedQuery => without(query, [...pageFields, ...orderFields]);

const inOrder = <T extends string>(values: readonly T[] | undefined): T[] | undefined => values && [...values].sort();

/**
 * The same text for all queries that find the same lots: neither the order of words or values counts, nor how the letters
 * are written. A search of nothing but marks keeps its text, because it finds nothing.
 */
export const filterKey = (query: AuctionListQuery): string => {
  const { search, category, condition, location, priceCurrency, currency } = query;
  const words = searchWords(search ?? "").sort();
  const values = { category: inOrder(category), condition: inOrder(condition), location: inOrder(location) };
  const ofPrices = priceCurrency ?? currency ?? "NGN";
  return JSON.stringify(
    filterText({ ...query, ...values, search: words.join(" ") || search, priceCurrency: ofPrices }),
  );
};

export const queryOfKey = (key: string): AuctionListQuery => auctionListQuery.parse(JSON.parse(key));
