// Tests that staff see whether a seller's lot has the prices that its seller accepted.
import type { StaffOffer } from "@jara/shared/rest/offers";
import { expect, it } from "vitest";
import { termsState } from "./use-consigned.ts";

const prices = { startingPrice: 300_000, reservePrice: 450_000, currency: "NGN" };
const agreement = { ...prices, status: "accepted" };

it.each([
  ["nothing was proposed", { agreement: null, lot: prices }, "none"],
  ["the seller has not answered", { agreement: { ...agreement, status: "proposed" }, lot: prices }, "proposed"],
  ["the lot has the accepted prices", { agreement, lot: prices }, "accepted"],
  ["the reserve is lower", { agreement, lot: { ...prices, reservePrice: 400_000 } }, "other"],
  ["the reserve is gone", { agreement, lot: { ...prices, reservePrice: null } }, "other"],
  ["the currency is another one", { agreement, lot: { ...prices, currency: "USD" } }, "other"],
])("when %s", (_, offer, state) => {
  expect(termsState(offer as unknown as StaffOffer)).toBe(state);
});
