import { auctionListQuery } from "@jara/shared/rest/auctions";
import { expect, it } from "vitest";
import { filterKey, filterText, queryOfKey, queryText } from "./query-text.ts";

const query = (fields: Record<string, string>) => auctionListQuery.parse(fields);

it("writes the fields of an address in one order, without the page and without a currency that nothing needs", () => {
  const fields = { sortBy: "title", search: " drum ", page: "3", limit: "5", minPrice: "5.50", priceCurrency: "USD" };
  expect(queryText(query(fields))).toEqual({ minPrice: "5.5", priceCurrency: "USD", search: "drum", sortBy: "title" });
  expect(Object.keys(queryText(query(fields)))).toEqual(["minPrice", "priceCurrency", "search", "sortBy"]);
  expect(filterText(query({ ...fields, minPrice: "5" }))).toEqual({
    minPrice: "5",
    priceCurrency: "USD",
    search: "drum",
  });
  expect(filterText(query({ priceCurrency: "USD", search: "  " }))).toEqual({});
});

it.each([
  [{ search: "Talking  drum" }, { search: "DRUM talking drum" }],
  [{ search: "Òṣogbo ƴaʼyan" }, { search: "'ya'yan osogbo" }],
  [{ category: "toys,tools" }, { category: "tools,toys", sortBy: "endTime", sortOrder: "desc" }],
  [{ minPrice: "5" }, { minPrice: "5.00", priceCurrency: "NGN" }],
  [
    { minPrice: "5", currency: "USD" },
    { minPrice: "5", currency: "USD", priceCurrency: "USD" },
  ],
  [{ hasReserve: "true" }, { hasReserve: "true", page: "2" }],
] as const)("gives %j and %j the same key, because they find the same lots", (one, other) => {
  expect(filterKey(query(one))).toBe(filterKey(query(other)));
});

it.each([
  [{ search: "drum" }, { search: "drums" }],
  [{ search: "\u0300" }, {}],
  [{ minPrice: "5" }, { minPrice: "5", priceCurrency: "USD" }],
  [{ hasReserve: "true" }, { hasReserve: "false" }],
  [{ location: "lagos" }, { location: "lagos,ogun" }],
] as const)("gives %j and %j different keys", (one, other) => {
  expect(filterKey(query(one))).not.toBe(filterKey(query(other)));
});

it("reads the query back from its key", () => {
  const key = filterKey(query({ search: "b a", minPrice: "7", hasBuyItNow: "false", location: "lagos" }));
  expect(queryOfKey(key)).toEqual({
    search: "a b",
    minPrice: 7,
    priceCurrency: "NGN",
    hasBuyItNow: false,
    location: ["lagos"],
  });
  expect(filterKey(queryOfKey(key))).toBe(key);
});
