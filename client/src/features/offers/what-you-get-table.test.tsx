// @vitest-environment happy-dom
import type { Agreement } from "@jara/shared/rest/agreements";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { WhatYouGet } from "./what-you-get.tsx";

afterEach(cleanUp);

const agreement = {
  startingPrice: 300_000,
  reservePrice: 450_000,
  currency: "NGN",
  commissionPercent: 10,
  leastCommission: 20_000,
  vatPercent: 7.5,
  charges: [
    { text: "Transport", amount: 15_000 },
    { text: "Transport", amount: 1_000 },
  ],
} as unknown as Agreement;

it("shows line by line what is taken off the reserve and off half as much again, and what is left", async () => {
  answerFetch({});
  renderAt("/agreements/a", { "/agreements/:id": () => <WhatYouGet agreement={agreement} /> });
  const rows = within(await screen.findByRole("table")).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Sold for", "₦450,000.00", "₦675,000.00"],
    ["Commission", "-₦45,000.00", "-₦67,500.00"],
    ["VAT on the commission", "-₦3,375.00", "-₦5,062.50"],
    ["Transport", "-₦16,000.00", "-₦16,000.00"],
    ["You get", "₦385,625.00", "₦586,437.50"],
  ]);
});
