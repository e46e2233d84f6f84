// Computes what a sale at a price brings its seller under terms.
import { toBasisPoints } from "@jara/shared/basis-points";
import { toMajor, toMinor } from "@jara/shared/money";
import { netOf, proceedsOf } from "@jara/shared/proceeds";

/** The terms of an agreement, or the usual ones. */
export interface SaleTerms {
  readonly commissionPercent: number;
  readonly leastCommission: number;
  readonly vatPercent: number;
  readonly charges: readonly { readonly text: string; readonly amount: number }[];
}

/** Returns what the seller gets for a price, and what is taken off, in the currency of the terms. */
export const saleAt = (price: number, terms: SaleTerms): { net: number; taken: [string, number][] } => {
  // The amounts stay in their currency, so no rate is used.
  const entries = proceedsOf(
    toMinor(price),
    "NGN",
    { NGN_TO_USD: 1, USD_TO_NGN: 1 },
    {
      commissionBasisPoints: toBasisPoints(terms.commissionPercent),
      leastCommissionMinor: toMinor(terms.leastCommission),
      vatBasisPoints: toBasisPoints(terms.vatPercent),
      charges: terms.charges.map(({ text, amount }) => ({ text, amountMinor: toMinor(amount) })),
    },
  );
  return {
    net: toMajor(netOf(entries)),
    taken: entries.flatMap(({ note, amountMinor }) =>
      note === null ? [] : [[note, -toMajor(amountMinor)] as [string, number]],
    ),
  };
};
