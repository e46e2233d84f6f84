// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { CatalogueRow } from "./catalogue-row.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({ listen: () => () => {}, state: "live", onState: () => () => {} }),
}));

afterEach(cleanUp);

const ada = { username: "a***a" };
const rowOf = (change: Partial<Auction>, isBought = false): string => {
  const auction = {
    _id: "a1",
    title: "Talking drum",
    description: "Carved in Oyo",
    media: [],
    imageUrl: null,
    currency: "NGN",
    startingPrice: 10_000,
    lowEstimate: 30_000,
    highEstimate: 50_000,
    currentPrice: 12_500,
    bidCount: 3,
    status: "ended",
    hasReserve: false,
    reserveMet: true,
    winner: null,
    leader: null,
    endTime: new Date().toISOString(),
    endedAt: null,
    isLeading: false,
    ...change,
  } as Auction;
  answerFetch({});
  renderAt("/", { "/": () => <CatalogueRow number="1" auction={auction} outbid={false} isBought={isBought} /> });
  return screen.getByRole("article", { name: "Talking drum" }).textContent ?? "";
};

it.each([
  ["won", { winner: ada, leader: ada, endedAt: new Date().toISOString() }],
  ["bought", { status: "sold", winner: ada }],
] as [string, Partial<Auction>][])("says the price of a lot that was %s, and keeps the estimate", (_, change) => {
  const text = rowOf(change);
  expect(text).toContain("Sold for₦12,500.00");
  expect(text).toContain("Estimate ₦30,000.00 – ₦50,000.00");
  for (const words of ["Final price", "Somebody", "It was sold", "Not sold"]) expect(text).not.toContain(words);
});

it.each([
  ["without a winner, as after a refund", {}, "Not sold"],
  ["below its reserve", { hasReserve: true, reserveMet: false }, "Not sold"],
  ["without bids", { bidCount: 0, currentPrice: 10_000 }, "Not sold"],
  ["cancelled", { status: "cancelled" }, "Cancelled"],
] as [string, Partial<Auction>, string][])("names no price of a lot that ended %s", (_, change, words) => {
  const text = rowOf(change);
  expect(text).toContain(words);
  expect(text).not.toMatch(/Highest bid|Starting price|10,000|12,500|no winner/);
});

it("says what is added to the price of a lot that was won, and to none that was bought", () => {
  const sold = { winner: ada, leader: ada, buyersPremium: { percent: 10, vatPercent: 7.5 } };
  expect(rowOf({ ...sold, endedAt: new Date().toISOString() })).toContain("₦12,500.00+ 10% premium + VAT");
  cleanUp();
  expect(rowOf({ ...sold, status: "sold" })).not.toContain("premium");
});

it("tells the buyer alone whose lot it is", () => {
  expect(rowOf({ winner: ada, leader: ada, isLeading: true, endedAt: new Date().toISOString() })).toContain("You won.");
  cleanUp();
  expect(rowOf({ status: "sold", winner: ada }, true)).toContain("You bought it with Buy It Now.");
});
