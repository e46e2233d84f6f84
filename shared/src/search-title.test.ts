import { expect, it } from "vitest";
import { searchTitle } from "./search-title.ts";

it.each([
  [{}, ""],
  [{ search: " generator ", location: "lagos" }, "“generator”, in Lagos"],
  [{ category: "tools,toys", condition: "like-new" }, "Tools & Equipment or Toys & Hobbies, Like New"],
  [{ location: "cross river,ogun", maxPrice: "500000" }, "in Cross River or Ogun, up to ₦500,000.00"],
  [{ minPrice: "10", maxPrice: "20.5", priceCurrency: "USD" }, "$10.00 to $20.50"],
  [{ minPrice: "10", currency: "USD" }, "from $10.00, priced in dollars"],
  [{ yearFrom: "2015", mileageTo: "90000", storageFrom: "128" }, "from 2015, up to 90,000 km, from 128 GB"],
  [{ hasReserve: "false", hasBuyItNow: "true", sortBy: "endTime" }, "no reserve, with Buy It Now"],
])("says the search %j as %j", (fields, words) => {
  expect(searchTitle(fields)).toBe(words);
});
