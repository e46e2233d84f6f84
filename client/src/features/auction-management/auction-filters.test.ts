import type { Auction } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { auctionFilters, matches, readFilters } from "./auction-filters.ts";

const read = (address: string) => readFilters(new URLSearchParams(address));

describe("the filters of Auction Management", () => {
  it("are read from the address and written back, and go into the query", () => {
    const address = "status=sold&search=drum&sortBy=title&sortOrder=asc&limit=50&page=2";
    expect(auctionFilters.write(read(address)).toString()).toBe(address);
    expect(
      new URLSearchParams(Object.entries(auctionFilters.queryOf(read(address))).map(([n, v]) => [n, `${v}`])),
    ).toEqual(new URLSearchParams(address));
  });

  it("ask for nothing where the address has none, or means nothing", () => {
    expect(auctionFilters.queryOf(read("status=gone&limit=7&page=0&sortBy=luck"))).toEqual({});
  });

  it("name drafts with the tab of upcoming lots, in the query too", () => {
    expect(auctionFilters.queryOf(read("upcoming=true"))).toEqual({ status: "draft", upcoming: true });
  });

  it("name ended lots with the tabs of unsold lots and of lots that await payment", () => {
    expect(auctionFilters.queryOf(read("ended=unsold&sale=s1&seller=p1"))).toEqual({
      status: "ended",
      ended: "unsold",
      sale: "s1",
      seller: "p1",
    });
    expect(read("ended=gone").status).toBe("");
  });

  it("narrow the list by status and words, and not by order and page", () => {
    expect(auctionFilters.narrows(read("sortBy=title&sortOrder=asc&limit=50&page=2"))).toBe(false);
    expect(auctionFilters.narrows(read("search=drum"))).toBe(true);
    const cleared = { ...read("status=sold&search=drum&sortBy=title"), ...auctionFilters.unfiltered };
    expect(cleared).toEqual(read("sortBy=title"));
  });

  it("let a lot through that fits each of them", () => {
    const lot = { title: "Drum", description: "", location: "Lagos", status: "draft", startTime: null } as Auction;
    expect(matches(lot, read(""))).toBe(true);
    expect(matches(lot, read("status=draft&search=lagos+drum"))).toBe(true);
    expect(matches(lot, read("status=sold"))).toBe(false);
    expect(matches(lot, read("upcoming=true"))).toBe(false);
    expect(matches(lot, read("search=piano"))).toBe(false);
  });
});
