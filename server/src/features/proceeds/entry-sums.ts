// Adds up the entries of sellers' money: prices, and what was taken off them.
import { asMinor, toMajor } from "@jara/shared/money";
import { VAT_NOTE } from "@jara/shared/proceeds";
import type { SellerEntry } from "@jara/shared/rest/seller-sales";

/** NGN. What was taken from the seller is below zero. */
export interface SignedSums {
  readonly prices: number;
  readonly commission: number;
  readonly vat: number;
  readonly charges: number;
  readonly net: number;
}

type Entry = Pick<SellerEntry, "cause" | "text" | "amount">;

/** An entry that was taken back counts against the others. */
export const signedSums = (entries: readonly Entry[]): SignedSums => {
  const sum = (fits: (entry: Entry) => boolean): number =>
    toMajor(asMinor(entries.reduce((total, entry) => total + (fits(entry) ? Math.round(entry.amount * 100) : 0), 0)));
  const isVat = ({ text }: Entry): boolean => text === VAT_NOTE;
  return {
    prices: sum(({ cause }) => cause === "sale-proceeds"),
    commission: sum((entry) => entry.cause === "commission" && !isVat(entry)),
    vat: sum((entry) => entry.cause === "commission" && isVat(entry)),
    charges: sum(({ cause }) => cause === "seller-charge"),
    net: sum(() => true),
  };
};
