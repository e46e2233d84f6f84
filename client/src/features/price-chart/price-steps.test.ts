import type { Bid } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { priceSteps } from "./price-steps.ts";

const auction = {
  startTime: "2026-01-01T00:00:00.000Z",
  createdAt: "2025-12-31T00:00:00.000Z",
  startingPrice: 100,
  currentPrice: 130,
};
const start = Date.parse(auction.startTime);
const bid = (number: number, amount: number, second: number): Bid => ({
  _id: `a-${number}`,
  amount,
  kind: "auto",
  bidder: { username: "a***e" },
  timestamp: new Date(start + second * 1000).toISOString(),
});

it("starts at the starting price and ends now at the last price", () => {
  const { times, prices } = priceSteps(auction, [bid(2, 130, 20), bid(1, 110, 10)], start + 60_000);
  expect(times.map((time) => time - start / 1000)).toEqual([0, 10, 20, 60]);
  expect(prices).toEqual([100, 110, 130, 130]);
});

it("makes one step from bids of the same time", () => {
  const { prices } = priceSteps(auction, [bid(3, 130, 10), bid(2, 125, 10), bid(1, 110, 10)], start + 60_000);
  expect(prices).toEqual([100, 130, 130]);
});

it("starts at the oldest known bid when older ones are not loaded", () => {
  expect(priceSteps(auction, [bid(7, 130, 20)], start + 60_000).prices).toEqual([130, 130]);
});

it("ignores voided bids and ends at the remaining price", () => {
  const troll: Bid = { ...bid(2, 9_000, 20), voided: { reason: "fraud", at: "" } };
  const { times, prices } = priceSteps(auction, [bid(3, 130, 30), troll, bid(1, 110, 10)], start + 60_000);
  expect(times.map((time) => time - start / 1000)).toEqual([0, 10, 30, 60]);
  expect(prices).toEqual([100, 110, 130, 130]);
  expect(priceSteps({ ...auction, currentPrice: 100 }, [{ ...troll, _id: "a-1" }], start + 60_000).prices).toEqual([
    100, 100,
  ]);
});
