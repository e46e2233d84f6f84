import type { BasisPoints } from "@jara/shared/basis-points";
import type { Currency, Minor } from "@jara/shared/money";
import { netOf, type ProceedsEntry, proceedsOf, type SellerTerms } from "@jara/shared/proceeds";
import fc from "fast-check";
import { expect, it } from "vitest";

const minor = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount as Minor);
const points = (max: number) => fc.integer({ min: 0, max }).map((share) => share as BasisPoints);
const terms: fc.Arbitrary<SellerTerms> = fc.record({
  commissionBasisPoints: points(10_000),
  leastCommissionMinor: minor(5_000_000),
  charges: fc.array(
    fc.record({ text: fc.constantFrom("Transport", "Photos", "Storage"), amountMinor: minor(9_000_000) }),
    {
      maxLength: 4,
    },
  ),
  vatBasisPoints: points(3_000),
});
const hammer = fc.integer({ min: 1, max: 1_000_000_000_000 });
const currency = fc.constantFrom<Currency>("NGN", "USD");
const rates = fc
  .integer({ min: 100, max: 500_000 })
  .map((cents) => ({ USD_TO_NGN: cents / 100, NGN_TO_USD: 100 / cents }));

const sumOf = (entries: readonly ProceedsEntry[], cause: ProceedsEntry["cause"]): number =>
  entries.reduce((sum, entry) => (entry.cause === cause ? sum + entry.amountMinor : sum), 0);

it("splits the hammer price into commission, VAT, charges and what the seller gets, to the kobo, never below zero", () => {
  fc.assert(
    fc.property(hammer, currency, rates, terms, (price, of, rate, asked) => {
      const entries = proceedsOf(price, of, rate, asked);
      const net = netOf(entries);
      const taken = -sumOf(entries, "commission") - sumOf(entries, "seller-charge");
      expect(sumOf(entries, "sale-proceeds")).toBe(net + taken);
      expect(net).toBeGreaterThanOrEqual(0);
      for (const { amountMinor } of entries) expect(Number.isSafeInteger(amountMinor) && amountMinor !== 0).toBe(true);
      if (of === "NGN") expect(sumOf(entries, "sale-proceeds")).toBe(price);
    }),
  );
});

it("leaves the whole price to the seller without a commission and charges, and nothing at 100%", () => {
  const free: SellerTerms = {
    commissionBasisPoints: 0 as BasisPoints,
    leastCommissionMinor: 0 as Minor,
    charges: [],
    vatBasisPoints: 750 as BasisPoints,
  };
  fc.assert(
    fc.property(hammer, currency, rates, terms, (price, of, rate, asked) => {
      const whole = proceedsOf(price, of, rate, free);
      expect(whole).toHaveLength(1);
      expect(netOf(whole)).toBe(whole[0]?.amountMinor);
      const all = proceedsOf(price, of, rate, { ...asked, commissionBasisPoints: 10_000 as BasisPoints });
      expect(netOf(all)).toBe(0);
      expect(sumOf(all, "seller-charge")).toBe(0);
    }),
  );
});

it("never gives a seller more for a higher commission, least commission, VAT or charge", () => {
  fc.assert(
    fc.property(hammer, currency, rates, terms, minor(1_000_000), (price, of, rate, asked, more) => {
      const net = (changed: Partial<SellerTerms>): number =>
        netOf(proceedsOf(price, of, rate, { ...asked, ...changed }));
      const now = net({});
      const share = Math.min(10_000, asked.commissionBasisPoints + 100) as BasisPoints;
      expect(net({ commissionBasisPoints: share })).toBeLessThanOrEqual(now);
      expect(net({ leastCommissionMinor: (asked.leastCommissionMinor + more) as Minor })).toBeLessThanOrEqual(now);
      expect(net({ vatBasisPoints: (asked.vatBasisPoints + 100) as BasisPoints })).toBeLessThanOrEqual(now);
      const charge = { text: "One more", amountMinor: more };
      expect(net({ charges: [...asked.charges, charge] })).toBeLessThanOrEqual(now);
    }),
  );
});
