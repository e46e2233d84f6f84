// Writes a query of the listing as the address has it, always the same for the same query: fields in alphabetical order,
// without the page and without what changes nothing.
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import type { SavedQuery } from "@jara/shared/rest/saved-searches";
import { textOf } from "../../../platform/database/pages.ts";

type Field = keyof AuctionListQuery;
const orderFields: readonly Field[] = ["sortBy", "sortOrder"];
const pageFields: readonly Field[] = ["page", "limit"];

const without = (query: AuctionListQuery, left: readonly Field[]): SavedQuery => {
  const search = textOf(query);
  const isPriced = query.minPrice !== undefined || query.maxPrice !== undefined;
  const told = { ...query, search: search || undefined, priceCurrency: isPriced ? query.priceCurrency : undefined };
  const fields = (Object.keys(told) as Field[]).filter((name) => !left.includes(name) && told[name] !== undefined);
  return Object.fromEntries(fields.sort().map((name) => [name, [told[name]].flat().join(",")]));
};

/** Everything that decides what the page shows. */
export const queryText = (query: AuctionListQuery): SavedQuery => without(query, pageFields);

/** What decides which lots are found, whatever their order. */
export const filterText = (query: AuctionListQuery): SavedQuery => without(query, [...pageFields, ...orderFields]);
