import type { Auction } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { noFilters } from "./filters.ts";
import { type AuctionPage, auctionListQuery, auctionsOf, outbidIn } from "./queries.ts";

const page = (total: number, ids: string[], outbid?: string[]): AuctionPage => ({
  auctions: ids.map((_id) => ({ _id }) as Auction),
  total,
  askedAt: 0,
  ...(outbid && { outbid }),
});

it.each([
  ["", 25, ["a"], 1, 2],
  ["", 24, ["a"], 1, undefined],
  ["drum", 25, ["a"], 2, undefined],
  ["drum", 1009, ["a"], 42, 43],
  ["drum", 1000, ["a"], 42, undefined],
])("after a page of the search %j with the total %d and the lots %j, %d pages are followed by %s", (...given) => {
  const [search, total, ids, read, next] = given;
  const last = page(total, ids);
  const pages = Array.from({ length: read }, () => last);
  expect(auctionListQuery({ ...noFilters, search }).getNextPageParam(last, pages, read, [])).toBe(next);
});

it("shows a lot once that moved between the pages while they were read", () => {
  const lots = auctionsOf([page(3, ["a", "b"]), page(3, ["b", "c"])]);
  expect(lots.map(({ _id }) => _id)).toEqual(["a", "b", "c"]);
});

it("collects the lots on which the reader was outbid from all pages, also from those without an account", () => {
  expect(outbidIn([page(2, ["a"], ["a"]), page(2, ["b"]), page(2, ["c"], ["c"])])).toEqual(new Set(["a", "c"]));
});
