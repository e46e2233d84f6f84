// Computes what a sale brings its seller: the hammer price, less the commission, the VAT on it, and the charges. Pure
// functions. Balances are in naira, so amounts in dollars are converted first, and the entries add up to the kobo.
import { type BasisPoints, shareOfMinor } from "./basis-points.ts";
import type { Currency, ExchangeRates, Minor } from "./money.ts";
import { inNairaMinor } from "./naira.ts";

/** The terms of an agreement. Amounts are in the lot's currency. */
export interface SellerTerms {
  readonly commissionBasisPoints: BasisPoints;
  readonly leastCommissionMinor: Minor;
  readonly charges: readonly { readonly text: string; readonly amountMinor: Minor }[];
  /** On the commission. */
  readonly vatBasisPoints: BasisPoints;
}

export const proceedsCauses = ["sale-proceeds", "commission", "seller-charge"] as const;

/** Tells the VAT from the commission, because both have one cause. */
export const VAT_NOTE = "VAT on the commission";

/** An entry of the seller's balance, NGN kobo. `commission` also has the VAT on it. */
export interface ProceedsEntry {
  readonly cause: (typeof proceedsCauses)[number];
  readonly amountMinor: Minor;
  /** What the entry is for; null for the hammer price. */
  readonly note: string | null;
}

/**
 * The entries of a sale, none of which is zero. The house takes at most what the lot brought, in the order of the
 * entries, so a seller owes nothing for a sale whose charges are above its price.
 */
export const proceedsOf = (
  hammerMinor: number,
  currency: Currency,
  rates: ExchangeRates,
  { commissionBasisPoints, leastCommissionMinor, charges, vatBasisPoints }: SellerTerms,
): ProceedsEntry[] => {
  const naira = (amountMinor: number): Minor => inNairaMinor(amountMinor, currency, rates);
  const hammer = naira(hammerMinor);
  let leftMinor: number = hammer;
  const take = (amountMinor: number): Minor => {
    const taken = Math.min(leftMinor, amountMinor);
    leftMinor -= taken;
    return taken as Minor;
  };
  const commission = take(Math.max(shareOfMinor(hammer, commissionBasisPoints), naira(leastCommissionMinor)));
  const vat = take(shareOfMinor(commission, vatBasisPoints));
  const deductions: ProceedsEntry[] = [
    { cause: "commission", amountMinor: commission, note: "Commission" },
    { cause: "commission", amountMinor: vat, note: VAT_NOTE },
    ...charges.map(({ text, amountMinor }) => ({
      cause: "seller-charge" as const,
      amountMinor: take(naira(amountMinor)),
      note: text,
    })),
  ];
  return [
    { cause: "sale-proceeds" as const, amountMinor: hammer, note: null },
    ...deductions.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor as Minor })),
  ].filter(({ amountMinor }) => amountMinor !== 0);
};

export const netOf = (entries: readonly ProceedsEntry[]): Minor =>
  entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0) as Minor;
