import type { BasisPoints } from "@jara/shared/basis-points";
import type { Minor } from "@jara/shared/money";
import { netOf, proceedsOf, type SellerTerms } from "@jara/shared/proceeds";
import { expect, it } from "vitest";

const rates = { USD_TO_NGN: 1500, NGN_TO_USD: 1 / 1500 };
const terms: SellerTerms = {
  commissionBasisPoints: 1_000 as BasisPoints,
  leastCommissionMinor: 500_000 as Minor,
  charges: [{ text: "Transport", amountMinor: 200_000 as Minor }],
  vatBasisPoints: 750 as BasisPoints,
};

it("takes commission, VAT on it and charges from ₦100,000", () => {
  const entries = proceedsOf(10_000_000, "NGN", rates, terms);
  expect(entries).toEqual([
    { cause: "sale-proceeds", amountMinor: 10_000_000, note: null },
    { cause: "commission", amountMinor: -1_000_000, note: "Commission" },
    { cause: "commission", amountMinor: -75_000, note: "VAT on the commission" },
    { cause: "seller-charge", amountMinor: -200_000, note: "Transport" },
  ]);
  expect(netOf(entries)).toBe(8_725_000);
});

it("takes the least commission where the share is smaller", () => {
  expect(proceedsOf(1_000_000, "NGN", rates, terms)[1]?.amountMinor).toBe(-500_000);
});

it("takes at most the price, commission first", () => {
  const entries = proceedsOf(600_000, "NGN", rates, terms);
  expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([600_000, -500_000, -37_500, -62_500]);
  expect(netOf(entries)).toBe(0);
  expect(proceedsOf(300_000, "NGN", rates, terms).map(({ amountMinor }) => amountMinor)).toEqual([300_000, -300_000]);
});

it("converts the price, the least commission and the charges of a lot in dollars at one rate", () => {
  // $100.00, with a least commission of $5 and a charge of $2.
  const inDollars = {
    ...terms,
    leastCommissionMinor: 500 as Minor,
    charges: [{ text: "Photos", amountMinor: 200 as Minor }],
  };
  const entries = proceedsOf(10_000, "USD", rates, inDollars);
  expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([15_000_000, -1_500_000, -112_500, -300_000]);
});
