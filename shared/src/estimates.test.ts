import { expect, it } from "vitest";
import {
  ESTIMATE_INCOMPLETE,
  ESTIMATE_UPSIDE_DOWN,
  estimateWords,
  toMajorEstimates,
  toMinorEstimates,
  whyNoEstimate,
} from "./estimates.ts";
import { createAuctionBody } from "./rest/auctions.ts";

it("takes both amounts or neither, the low one not above the high one", () => {
  expect(whyNoEstimate(null, undefined)).toBeNull();
  expect(whyNoEstimate(300, 300)).toBeNull();
  expect(whyNoEstimate(300, null)).toEqual({ path: "highEstimate", message: ESTIMATE_INCOMPLETE });
  expect(whyNoEstimate(undefined, 300)).toEqual({ path: "lowEstimate", message: ESTIMATE_INCOMPLETE });
  expect(whyNoEstimate(301, 300)).toEqual({ path: "highEstimate", message: ESTIMATE_UPSIDE_DOWN });
});

it("follows the rules for amounts of money in a new lot", () => {
  const lot = { title: "Drum", description: "Carved", startingPrice: 100 };
  const isTaken = (lowEstimate: unknown, highEstimate: unknown) =>
    createAuctionBody.safeParse({ ...lot, lowEstimate, highEstimate }).success;
  expect([isTaken(300, 500), isTaken(300.25, 300.25), isTaken(null, null), isTaken(undefined, undefined)]).toEqual(
    Array(4).fill(true),
  );
  const wrong = [isTaken(300, null), isTaken(500, 300), isTaken(0, 300), isTaken(-1, 300), isTaken(1.005, 300)];
  expect([...wrong, isTaken("300", 500), isTaken(300, 10_000_000_000.01)]).toEqual(Array(7).fill(false));
});

it("is converted to minor units and back, and its words name both amounts", () => {
  const estimate = { lowEstimate: 300.25, highEstimate: 500 };
  expect(toMinorEstimates(estimate)).toEqual({ lowEstimateMinor: 30_025, highEstimateMinor: 50_000 });
  expect(toMajorEstimates(toMinorEstimates(estimate))).toEqual(estimate);
  expect([toMinorEstimates({}), toMajorEstimates({ lowEstimateMinor: null })]).toEqual([{}, {}]);
  expect(estimateWords(estimate, "NGN")).toBe("₦300.25 – ₦500.00");
  expect(estimateWords({}, "NGN")).toBeNull();
});
