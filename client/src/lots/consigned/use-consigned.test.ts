// Tests that staff see whether a seller's lot has the prices that its seller accepted.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { expect, it } from "vitest";
import { termsState, whyNotAgreed } from "./use-consigned.ts";

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
  expect(termsState(offer as Parameters<typeof termsState>[0])).toBe(state);
});

it.each([
  ["a draft of the house", { terms: null }, null],
  ["a draft in which the reader has an interest", {}, null],
  ["a draft without terms", { terms: { offerId: "o", agreement: null } }, "none"],
  [
    "a draft whose seller has not answered",
    { terms: { offerId: "o", agreement: { ...agreement, status: "proposed" } } },
    "proposed",
  ],
  ["a draft with the accepted prices", { terms: { offerId: "o", agreement } }, null],
  ["a draft whose reserve is changed in the row", { reservePrice: 1, terms: { offerId: "o", agreement } }, "other"],
  ["a lot that was published since", { status: "active", terms: { offerId: "o", agreement: null } }, null],
])("the row of %s", (_, lot, why) => {
  expect(whyNotAgreed({ status: "draft", ...prices, ...lot } as ManagedAuction)).toBe(why);
});
