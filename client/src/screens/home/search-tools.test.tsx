// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { type Filters, noFilters } from "../../features/search/filters.ts";
import { SearchTools } from "./search-tools.tsx";

afterEach(cleanUp);

const show = (change: Partial<Filters>, answers: Record<string, number>) => {
  answerFetch({
    "GET /auctions": (_body, search) => ({
      body: { auctions: [], total: answers[search.includes("maxPrice") ? "limited" : "any"] },
    }),
    "GET /auctions/facets": { body: { category: {}, condition: {}, location: { kano: 1, lagos: 4, oyo: 2, edo: 1 } } },
  });
  renderAt("/", { "/": () => <SearchTools filters={{ ...noFilters, ...change }} searching /> });
};

it("says below the number by which place and limits the lots were found", async () => {
  show({ location: "lagos,ogun", maxPrice: "50000" }, { limited: 1 });
  expect(await screen.findByText("Collect in Lagos or Ogun · Up to ₦50,000.00")).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
});

it("offers other places and any price where nothing is found", async () => {
  show({ location: "abia", maxPrice: "50000" }, { limited: 0, any: 3 });
  const links = (await screen.findAllByRole("link")).map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["At any price: 3 lots", "/?location=abia"],
    ["Lagos: 4 lots", "/?maxPrice=50000&location=lagos"],
    ["Oyo: 2 lots", "/?maxPrice=50000&location=oyo"],
    ["Kano: 1 lot", "/?maxPrice=50000&location=kano"],
  ]);
});
