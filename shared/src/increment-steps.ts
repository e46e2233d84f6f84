// The bid increment that fits a price: a whole step that people use, some 2 to 10% of the price. It is a suggestion; a lot
// has one increment, which its seller sets.
import type { Currency } from "./money.ts";

/** Below this price this increment, both in major units. The last step has no end (null). */
export type IncrementStep = readonly [below: number | null, increment: number];
export type IncrementTable = Readonly<Record<Currency, readonly IncrementStep[]>>;

export const usualIncrements: IncrementTable = {
  NGN: [
    [1_000, 50],
    [3_000, 100],
    [10_000, 200],
    [20_000, 500],
    [50_000, 1_000],
    [100_000, 2_000],
    [200_000, 5_000],
    [500_000, 10_000],
    [1_000_000, 20_000],
    [2_000_000, 50_000],
    [5_000_000, 100_000],
    [10_000_000, 200_000],
    [20_000_000, 500_000],
    [null, 1_000_000],
  ],
  USD: [
    [10, 0.5],
    [30, 1],
    [100, 2],
    [200, 5],
    [500, 10],
    [1_000, 20],
    [2_000, 50],
    [5_000, 100],
    [10_000, 200],
    [20_000, 500],
    [null, 1_000],
  ],
};

/** `price` and the answer are major units. A larger price never gets a smaller increment. */
export const suggestedIncrement = (
  price: number,
  currency: Currency,
  table: IncrementTable = usualIncrements,
): number => table[currency].find(([below]) => below === null || price < below)?.[1] ?? 1;
